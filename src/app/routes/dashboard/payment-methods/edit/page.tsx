import { useParams, useNavigate } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { listPaymentMethods, type PaymentMethod } from '#modules/billing/methods/methods.contract.ts';
import { useItems, itemsKey } from '#app/api/use-items.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { methodName } from '#app/payments/saved-methods.tsx';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { LinkButton, Button } from '#app/ui/button.tsx';
import { Card, Facts } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { MethodExpiry, useExpiry } from '#app/routes/dashboard/payment-methods/method-expiry.tsx';
import { MethodWait } from '#app/routes/dashboard/payment-methods/method-wait.tsx';
import {
  deletePaymentMethod,
  setDefaultPaymentMethod,
} from '#modules/billing/methods/change-methods.contract.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { call } from '#app/api/client.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { yesNo } from './yes-no.ts';

export const meta = () => pageTitle(m.shell_title_edit_payment_method());

type Work = 'default' | 'delete' | null;

function useWork() {
  const [working, setWorking] = useState<Work>(null);
  const [errors, setErrors] = useState<readonly string[]>([]);
  async function run(work: Work, act: () => Promise<void>, told: (sentences: string[]) => string[]) {
    if (working) return;
    setWorking(work);
    setErrors([]);
    try {
      await act();
    } catch (error) {
      setErrors(told(sentencesOf(error)));
    } finally {
      setWorking(null);
    }
  }
  return { working, errors, run };
}

function useMethodActions(method: PaymentMethod) {
  const { working, errors, run } = useWork();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const say = useToast();
  const reread = () => queryClient.invalidateQueries({ queryKey: itemsKey(listPaymentMethods) });

  async function makeDefault() {
    const { id, user_id } = method;
    await call(setDefaultPaymentMethod, { body: { data: { id, is_default: true, user_id } } });
    await reread();
    say(m.dashboard_method_default_now({ method: methodName(method) }));
  }

  async function remove() {
    await call(deletePaymentMethod, { body: { id: method.id } });
    say(m.dashboard_method_deleted({ method: methodName(method) }));
    await navigate('/dashboard/payment-methods');
    await reread();
  }

  return {
    working,
    errors,
    makeDefault: () => run('default', makeDefault, (sentences) => sentences),
    remove: () =>
      run('delete', remove, (sentences) => [
        m.dashboard_method_delete_failed({ error: sentences.join(' ') }),
      ]),
  };
}

type DeleteDialogProps = {
  method: PaymentMethod;
  isOpen: boolean;
  onClose: () => void;
  onDelete: () => void;
};

function DeleteDialog({ method, isOpen, onClose, onDelete }: DeleteDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={m.dashboard_method_delete_question()}
      description={
        method.exp_month === null
          ? m.dashboard_method_delete_bank({ method: methodName(method) })
          : methodName(method)
      }
      actions={
        <>
          <Button
            look="danger"
            onClick={() => {
              onClose();
              onDelete();
            }}
          >
            {m.dashboard_delete()}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.dashboard_cancel()}
          </Button>
        </>
      }
    />
  );
}

function Refusals({ errors }: { errors: readonly string[] }) {
  if (errors.length === 0) return null;
  return (
    <Notice tone="danger" role="alert">
      {errors.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}

type DefaultButtonProps = {
  method: PaymentMethod;
  busy: boolean;
  notOurs: string | undefined;
  onClick: () => void;
};

function DefaultButton({ method, busy, notOurs, onClick }: DefaultButtonProps) {
  const isExpired = useExpiry(method) === 'expired';
  const isWaiting = method.state === 'verifying';
  const reason =
    (isExpired && m.dashboard_method_expired_no_default()) ||
    (isWaiting && m.dashboard_method_waits_no_default()) ||
    undefined;
  return (
    <Button busy={busy} onClick={onClick} disabledReason={notOurs ?? reason}>
      {m.dashboard_method_make_default()}
    </Button>
  );
}

/** Delete and Make default, each with the error texts of the specification (contracts.md §8). */
function MethodActions({ method }: { method: PaymentMethod }) {
  const { working, errors, makeDefault, remove } = useMethodActions(method);
  const [isAsking, setAsking] = useState(false);
  // Only the parent may change methods, not impersonating staff (U); the server refuses staff too.
  const notOurs = useAuth().isImpersonating ? m.dashboard_method_parent_alone() : undefined;
  return (
    <>
      <Refusals errors={errors} />
      {!method.is_default && method.exp_month !== null && (
        <Notice tone="warning">{m.dashboard_method_default_card_fee()}</Notice>
      )}
      <div className="flex flex-wrap items-start gap-3">
        {!method.is_default && (
          <DefaultButton
            method={method}
            busy={working === 'default'}
            notOurs={notOurs}
            onClick={() => void makeDefault()}
          />
        )}
        <Button
          look="danger"
          icon="bin"
          busy={working === 'delete'}
          disabledReason={notOurs}
          onClick={() => setAsking(true)}
        >
          {m.dashboard_delete()}
        </Button>
      </div>
      <DeleteDialog
        method={method}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onDelete={() => void remove()}
      />
    </>
  );
}

function Expiry({ method, on }: { method: PaymentMethod; on: string }) {
  return (
    <>
      <span className="figures">{on}</span>
      <MethodExpiry method={method} isWarningOnly />
    </>
  );
}

function MethodFacts({ method }: { method: PaymentMethod }) {
  const dayText = useCompanyDay();
  const { exp_month, exp_year } = method;
  const facts = [
    { label: m.dashboard_method_brand(), value: <b className="figures">{methodName(method)}</b> },
    { label: m.dashboard_method_holder(), value: method.name },
    ...(exp_month && exp_year
      ? [
          {
            label: m.dashboard_method_expiry(),
            value: <Expiry method={method} on={`${String(exp_month).padStart(2, '0')}/${exp_year}`} />,
          },
        ]
      : []),
    { label: m.dashboard_method_serves(), value: method.program_group?.text ?? m.dashboard_method_general() },
    { label: m.dashboard_method_is_default(), value: yesNo(method.is_default) },
    {
      label: m.dashboard_method_added(),
      value: <span className="figures">{dayText(method.created_at)}</span>,
    },
  ];
  return <Facts facts={facts} />;
}

export default function PaymentMethodEdit() {
  const { payment_method_id } = useParams();
  const methods = useItems(listPaymentMethods, {});
  const back = (
    <LinkButton to="/dashboard/payment-methods" look="secondary">
      {m.dashboard_methods_back()}
    </LinkButton>
  );
  return (
    <>
      <PageHead title={m.dashboard_method_edit_title()} />
      <Loaded query={methods} loading={m.dashboard_methods_loading()}>
        {(list) => {
          const method = list.find((each) => String(each.id) === payment_method_id);
          if (!method) return <EmptyState title={m.dashboard_method_not_found()} action={back} />;
          return (
            <div className="grid max-w-form gap-6">
              <Card>
                <MethodFacts method={method} />
                <MethodWait method={method} />
              </Card>
              <MethodActions method={method} />
              <p className="text-ink-soft">{m.dashboard_method_edit_text()}</p>
              <div>{back}</div>
            </div>
          );
        }}
      </Loaded>
    </>
  );
}
