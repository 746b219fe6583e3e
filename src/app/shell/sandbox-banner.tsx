import { useEffect, useState } from 'react';
import { m } from '#i18n/messages.js';
import { call } from '#app/api/client.ts';
import { classNames } from '#app/ui/class-names.ts';

/** Sent to the window by the screen that moves the sandbox's clock. */
export const CLOCK_MOVED = 'schoolrun:clock-moved';

// Every page shows the banner, so the date library stays out of it; Canadian days are written as plain dates
// are.
const realDayIn = (time_zone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: time_zone, dateStyle: 'short' }).format(new Date());

/**
 * Says that no real money moves here, and the portal's day where its clock was moved (K1). At the foot of the
 * window, where its coming moves nothing.
 */
export function SandboxBanner() {
  const [sentence, setSentence] = useState('');
  useEffect(() => {
    const ask = async () => {
      const { readServerInfo } = await import('#modules/catalog/catalog.contract.ts');
      const [info] = await call(readServerInfo).catch(() => []);
      if (!info?.is_sandbox) return;
      const isMoved = info.date !== realDayIn(info.date_time.timezone);
      setSentence(
        isMoved ? m.shell_sandbox_banner_moved({ day: info.date_human }) : m.shell_sandbox_banner(),
      );
    };
    const askAgain = () => void ask();
    askAgain();
    window.addEventListener(CLOCK_MOVED, askAgain);
    return () => window.removeEventListener(CLOCK_MOVED, askAgain);
  }, []);
  if (!sentence) return null;
  return (
    <p
      role="status"
      className={classNames(
        'bottom-0 z-10 bg-bus roomy:sticky px-5 py-1.5 text-center',
        'text-sm font-semibold text-ink print:hidden',
      )}
    >
      {sentence}
    </p>
  );
}
