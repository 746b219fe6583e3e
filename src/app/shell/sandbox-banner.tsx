import { useEffect, useState } from 'react';
import { m } from '#i18n/messages.js';
import { call } from '../api/client.ts';

/** Says that no real money moves here (K1). At the foot of the window, where its coming moves nothing. */
export function SandboxBanner() {
  const [isSandbox, setSandbox] = useState(false);
  useEffect(() => {
    void (async () => {
      const { readServerInfo } = await import('#modules/catalogue/catalogue.contract.ts');
      const info = await call(readServerInfo).catch(() => []);
      setSandbox(info[0]?.is_sandbox ?? false);
    })();
  }, []);
  if (!isSandbox) return null;
  return (
    <p role="status" className="sticky bottom-0 z-10 bg-bus px-5 py-1.5 text-center text-sm font-semibold text-ink print:hidden">
      {m.shell_sandbox_banner()}
    </p>
  );
}
