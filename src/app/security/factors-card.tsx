import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import {
  readSecondFactors,
  removeAuthenticator,
  renewRecoveryCodes,
  startAuthenticator,
  type SecondFactors,
} from '#modules/accounts/enrolment/enrolment.contract.ts';
import type { Authenticator } from '#modules/accounts/passwords/resets.contract.ts';
import { currentUser } from '#modules/accounts/accounts.contract.ts';
import { call, callForOne } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { keepUser } from '#app/auth/session.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { ResendVerification } from '#app/accounts/resend-verification.tsx';
import { ActButton } from '#app/forms/act-button.tsx';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { EnrollApp, type Started } from './enroll-app.tsx';

/** With so few codes left, people should create new codes. */
const FEW = 3;

/** Changes here change the rights of the session, so both are read again. */
function useAfterChange(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: itemsKey(readSecondFactors) });
    keepUser(await callForOne(currentUser));
  };
}

function AuthenticatorLine({ one, isLast }: { one: Authenticator; isLast: boolean }) {
  const afterChange = useAfterChange();
  const timeText = useCompanyTime();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-hair py-3">
      <div className="min-w-0">
        <p className="font-bold wrap-anywhere">{one.label}</p>
        <p className="figures text-sm text-ink-soft">
          {[
            one.kind === 'passkey' ? m.account_passkey_name() : m.account_factor_app(),
            m.account_factor_since({ at: timeText(one.confirmed_at) }),
            one.last_used_at && m.account_sessions_used({ at: timeText(one.last_used_at) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <ConfirmButton
        label={m.account_factor_remove()}
        fullLabel={m.account_factor_remove_named({ label: one.label })}
        title={m.account_factor_remove_title({ label: one.label })}
        description={isLast ? m.account_factor_remove_last() : m.account_factor_remove_text()}
        done={m.account_factor_removed()}
        act={async () => {
          await call(removeAuthenticator, { params: { authenticator_id: one.id } });
          await afterChange();
        }}
      />
    </li>
  );
}

type Shows = { onCodes: (codes: string[]) => void };

function RecoveryLine({ left, onCodes }: Shows & { left: number }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-hair py-3">
      <p className="min-w-0">
        <span>{`${m.account_recovery_left({ n: left })} `}</span>
        {left <= FEW && <b>{m.account_recovery_few()}</b>}
      </p>
      <ConfirmButton
        look="secondary"
        label={m.account_recovery_renew()}
        title={m.account_recovery_renew_title()}
        description={m.account_recovery_renew_text()}
        done={m.account_recovery_renewed()}
        act={async () => onCodes((await callForOne(renewRecoveryCodes)).recovery_codes)}
      />
    </div>
  );
}

/** An unverified address may belong to another person (MH7). */
function VerifyFirst({ email }: { email: string }) {
  return (
    <Notice title={m.account_factor_verify_title()}>
      <p className="mb-2">{m.account_factor_verify({ email })}</p>
      <ResendVerification />
    </Notice>
  );
}

function AuthenticatorList({ factors, onCodes }: Shows & { factors: SecondFactors }) {
  const { authenticators, recovery_codes_left } = factors;
  if (authenticators.length === 0) return null;
  return (
    <div className="mb-3">
      <ul>
        {authenticators.map((one) => (
          <AuthenticatorLine key={one.id} one={one} isLast={authenticators.length === 1} />
        ))}
      </ul>
      <RecoveryLine left={recovery_codes_left} onCodes={onCodes} />
    </div>
  );
}

type AddProps = { isFirst: boolean; onStart: (started: Started) => void; onAddPasskey: () => void };

function AddButtons({ isFirst, onStart, onAddPasskey }: AddProps) {
  return (
    <div className="flex flex-col items-start gap-3 sm:flex-row">
      <ActButton
        look={isFirst ? 'primary' : 'secondary'}
        label={isFirst ? m.account_factor_add() : m.account_factor_add_another()}
        act={async () => onStart(await callForOne(startAuthenticator))}
      />
      <Button look="secondary" onClick={onAddPasskey}>
        {m.account_passkey_add()}
      </Button>
    </div>
  );
}

function Factors({ factors, onCodes }: Shows & { factors: SecondFactors }) {
  const { user } = useAuth();
  const [started, setStarted] = useState<Started>();
  const [isAdding, setAdding] = useState(false);
  const afterChange = useAfterChange();
  const isFirst = factors.authenticators.length === 0;
  // The codes come first: the page shows codes only once, even if a later read fails.
  const onDone = async (codes: string[]) => {
    if (codes.length > 0) onCodes(codes);
    await afterChange().catch(() => undefined);
    setStarted(undefined);
    setAdding(false);
  };
  if (started) return <EnrollApp started={started} onDone={onDone} onCancel={() => setStarted(undefined)} />;
  if (isAdding) return <AddPasskey onDone={onDone} onCancel={() => setAdding(false)} />;
  const isVerified = user?.is_email_verified === true;
  return (
    <>
      <AuthenticatorList factors={factors} onCodes={onCodes} />
      {!isVerified && <VerifyFirst email={user?.email ?? ''} />}
      {isVerified && (
        <AddButtons isFirst={isFirst} onStart={setStarted} onAddPasskey={() => setAdding(true)} />
      )}
    </>
  );
}

/** Second factors of the account, beside the password (H2). */
export function FactorsCard({ onCodes }: Shows) {
  const factors = useItems(readSecondFactors, {});
  const { user } = useAuth();
  return (
    <Card title={m.account_factor_title()}>
      {user?.needs_second_factor && (
        <Notice className="mb-4" title={m.account_factor_needed_title()}>
          {m.account_factor_needed()}
        </Notice>
      )}
      <p className="mb-4 max-w-form text-ink-soft">{m.account_factor_text()}</p>
      <Loaded query={factors} loading={m.account_security_loading()}>
        {([found]) => found && <Factors factors={found} onCodes={onCodes} />}
      </Loaded>
    </Card>
  );
}
