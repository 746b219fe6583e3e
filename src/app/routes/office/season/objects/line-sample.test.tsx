import { renderToStaticMarkup } from 'react-dom/server';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { LineSample } from './line-sample.tsx';

function Drawn({ line_color }: { line_color: string }) {
  const form = useForm({ defaultValues: { line_color, text: 'Hillmark School' } });
  return (
    <FormProvider {...form}>
      <LineSample />
    </FormProvider>
  );
}

/** @shows SE13.1 */
it('a typed color of a line is shown as line and as head of the page, and a wrong one is not', () => {
  const html = renderToStaticMarkup(<Drawn line_color=" #8A1538" />);
  expect(html).toContain('stroke="#8a1538"');
  expect(html).toContain('fill="#8a1538"');
  expect(html).toContain('Hillmark School');
  expect(renderToStaticMarkup(<Drawn line_color="red" />)).toBe('');
});
