import { m } from '#i18n/messages.js';
import { stopImpersonating } from '#app/auth/session.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { LeaveButton } from '#app/shell/nav-bar.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** Staff may buy in the family's place; an offer has the family's own consent (OF3.12). */
export function BetterOffer() {
  const { isImpersonating, user } = useAuth();
  if (!isImpersonating || !user) return null;
  return (
    <Notice tone="info" className="mb-6">
      <p className="mb-2">{m.contract_better_offer()}</p>
      <LeaveButton
        look="secondary"
        text={m.contract_make_offer()}
        act={() => stopImpersonating(`/admin/sell?family=${user.id}`)}
      />
    </Notice>
  );
}
