import { m } from '#i18n/messages.js';
import { pageTitle } from '#app/shell/page-title.ts';
import { useAddress } from '#app/shell/use-address.ts';
import { LinkButton } from '#app/ui/button.tsx';

export const meta = () => pageTitle();

export default function NotFound() {
  const { pathname, search, query } = useAddress();
  return (
    <div className="mx-auto grid max-w-form justify-items-start gap-4 px-5 py-16">
      <svg viewBox="0 0 240 60" aria-hidden="true" className="h-15 w-60">
        <path d="M4 40h120" className="stroke-line-other" strokeWidth="8" strokeLinecap="round" />
        <path
          d="M140 40h96"
          className="stroke-track"
          strokeWidth="8"
          strokeDasharray="2 16"
          strokeLinecap="round"
        />
        <circle cx="124" cy="40" r="12" className="fill-bus stroke-ink" strokeWidth="5" />
      </svg>
      <h1 className="text-2xl font-extrabold">{m.shell_not_found_title()}</h1>
      <p>
        <span>{m.shell_not_found_text()}</span>{' '}
        <code className="rounded-sm bg-sunk px-1.5 py-0.5 font-semibold break-all">
          {query.get('path') ?? pathname + search}
        </code>
      </p>
      <LinkButton to="/">{m.shell_go_home()}</LinkButton>
    </div>
  );
}
