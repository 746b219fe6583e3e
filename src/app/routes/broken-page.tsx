import { m } from '#i18n/messages.js';

/** What is left when a page fails in a way that nobody foresaw: what happened, what is safe, what to do. */
export function BrokenPage() {
  return (
    <main className="mx-auto max-w-form px-5 py-16">
      <h1 className="text-2xl font-extrabold">{m.shell_broken_title()}</h1>
      <p className="mt-3 max-w-read">{m.shell_broken_text()}</p>
      <p className="mt-6">
        <a href="/" className="inline-flex min-h-11 items-center rounded-md bg-ink px-5 font-bold text-white">
          {m.shell_go_home()}
        </a>
      </p>
    </main>
  );
}
