import { m } from '#i18n/messages.js';
import type { ServerInfo } from '#modules/catalog/catalog.contract.ts';
import { company } from '#app/company/company.ts';
import type { Elements } from '#app/ui/elements.ts';
import { Notice } from '#app/ui/notice.tsx';

type ClosedWaysProps = { closed: ServerInfo['closed_ways']; children?: Elements };

/** Names the closed payment types and the open alternatives (MS2). */
export function ClosedWays({ closed, children }: ClosedWaysProps) {
  const [way, another] = closed;
  if (!way) return null;
  const phone = company.dispatch_phone;
  const one = way === 'bank' ? m.contract_ways_closed_bank : m.contract_ways_closed_card;
  return (
    <Notice tone="warning" role="status" title={m.contract_ways_closed_title()} className="mb-3">
      <p>{another ? m.contract_ways_closed_all({ phone }) : one({ phone })}</p>
      {children}
    </Notice>
  );
}
