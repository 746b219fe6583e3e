import { useFormContext, useWatch } from 'react-hook-form';
import { readColor } from './derived-values.ts';

/** The line of a school, and the head of the page of the school with white letters. */
export function Sample({ color, name }: { color: string; name: string }) {
  return (
    <svg viewBox="0 0 320 48" className="mt-2 h-12 w-full max-w-80 rounded-md" aria-hidden="true">
      <rect x="64" width="256" height="48" fill={color} />
      <text x="80" y="30" fill="#ffffff" fontSize="16" fontWeight="700">
        {name}
      </text>
      <line x1="6" y1="24" x2="50" y2="24" stroke={color} strokeWidth="6" strokeLinecap="round" />
      <circle cx="28" cy="24" r="7" fill="#ffffff" stroke={color} strokeWidth="4" />
    </svg>
  );
}

/** The sample of the typed color; none while the text is no color. */
export function LineSample() {
  const { control } = useFormContext();
  const [typed, name]: unknown[] = useWatch({ control, name: ['line_color', 'text'] });
  const color = readColor(typed);
  return color ? <Sample color={color} name={typeof name === 'string' ? name : ''} /> : null;
}
