import { Component, type ReactNode } from 'react';
import { m } from '#i18n/messages.js';

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

type Props = { children: ReactNode };

/** For failures of the router itself, outside of every route. */
export class WhenRouterBreaks extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <BrokenPage /> : this.props.children;
  }
}
