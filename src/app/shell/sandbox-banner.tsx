import { useEffect, useState } from 'react';
import { m } from '#i18n/messages.js';
import { call } from '../api/client.ts';

/** Says that no real money moves here (K1). */
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
    <p role="status" className="bg-bus px-5 py-1.5 text-center text-sm font-semibold text-ink print:hidden">
      {m.shell_sandbox_banner()}
    </p>
  );
}
