import { useEffect, useState } from 'react';
import { m } from '#i18n/messages.js';
import { call } from '#app/api/client.ts';
import { readServerInfo, type ServerInfo } from '#modules/catalog/catalog.contract.ts';
import { bannerSentence, sandboxFact } from './page-facts.ts';
import { classNames } from '#app/ui/class-names.ts';

export const CLOCK_MOVED = 'schoolrun:clock-moved';

// Without the date library, because every page has the banner; Canadian dates have the form of plain dates.
const realDayIn = (time_zone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: time_zone, dateStyle: 'short' }).format(new Date());

export const isWithoutMoney = ({ payments }: Pick<ServerInfo, 'payments'>) =>
  payments.kind === 'sandbox' || !payments.is_live;

type MoneyFacts = { isReal: boolean; isSandbox: boolean; movedTo?: string };

/** @returns undefined before the first answer of the server, and after a failure */
export function useMoneyFacts(): MoneyFacts | undefined {
  const [facts, setFacts] = useState<MoneyFacts>();
  useEffect(() => {
    const ask = async () => {
      const [info] = await call(readServerInfo).catch(() => []);
      if (!info) return;
      const isMoved = info.is_sandbox && info.date !== realDayIn(info.date_time.timezone);
      setFacts({
        isReal: !isWithoutMoney(info),
        isSandbox: info.is_sandbox,
        movedTo: isMoved ? info.date_human : undefined,
      });
    };
    const askAgain = () => void ask();
    askAgain();
    window.addEventListener(CLOCK_MOVED, askAgain);
    return () => window.removeEventListener(CLOCK_MOVED, askAgain);
  }, []);
  return facts;
}

function sentenceOf({ isReal, isSandbox, movedTo }: MoneyFacts): string | undefined {
  if (isReal) return '';
  if (!isSandbox) return undefined;
  return movedTo ? m.shell_sandbox_banner_moved({ day: movedTo }) : m.shell_sandbox_banner();
}

/**
 * Announces that no real money moves, and the portal's day after a clock move (K1). The banner comes with the
 * page: a late banner would push the footer of a short page. With real money the banner is hidden from the
 * start.
 */
export function SandboxBanner() {
  const fact = sandboxFact();
  const [written] = useState(fact && bannerSentence());
  const facts = useMoneyFacts();
  const sentence = (facts && sentenceOf(facts)) ?? written;
  if (!sentence) return null;
  return (
    <p
      role="status"
      data-sandbox={fact}
      className={classNames(
        'bottom-0 z-10 bg-bus roomy:sticky px-5 py-1.5 text-center',
        'text-sm font-semibold text-ink print:hidden',
      )}
    >
      {sentence}
    </p>
  );
}
