import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import { formatDate, formatDateWithWeekday } from '#kit/plain-date.ts';
import {
  announceCongestionFee,
  listCongestionFees,
  previewCongestionFee,
  REASON_MAX,
  type AnnounceFee,
  type FeePreview,
  type SurgeRoute,
} from '#modules/orders/congestion-fees/congestion-fees.contract.ts';
import { useAct } from '#app/forms/use-act.ts';
import { callForOne } from '#app/api/client.ts';
import { itemsKey } from '#app/api/use-items.ts';
import { useOnce } from '#app/api/use-once.ts';
import { FormDate, FormText, FormTextarea } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Button } from '#app/ui/button.tsx';
import { Facts } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorNotice, Notice } from '#app/ui/notice.tsx';
import { ConfirmActions } from '#app/routes/office/confirm-call.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { bankDay, dayProblem, emptyFee, feeFormShape, feeOf, feeTotal, type FeeForm } from './fee-form.ts';

const contractsText = (n: number) => (n === 1 ? m.office_fee_contracts_one() : m.office_fee_contracts({ n }));

export function FeePayers({ preview }: { preview: FeePreview }) {
  const { accepted, not_accepted, from_bank, first_bank_charge_on } = preview;
  if (accepted === 0)
    return (
      <Notice tone="warning" title={m.office_fee_nobody()}>
        {m.office_fee_nobody_text()}
      </Notice>
    );
  return (
    <Notice title={m.office_fee_charged({ contracts: contractsText(accepted) })}>
      {not_accepted > 0 && <p>{m.office_fee_left_out({ contracts: contractsText(not_accepted) })}</p>}
      {from_bank > 0 && (
        <p>
          {m.office_fee_from_bank({
            contracts: contractsText(from_bank),
            day: formatDateWithWeekday(first_bank_charge_on),
          })}
        </p>
      )}
      <p>{m.office_fee_surcharges()}</p>
    </Notice>
  );
}

type FeeProps = { fee: AnnounceFee; preview: FeePreview; route: SurgeRoute };

function FeeFacts({ fee, preview, route }: FeeProps) {
  const later = bankDay(fee, preview);
  return (
    <Facts
      facts={[
        { label: m.office_fee_route(), value: routeText(route) },
        {
          label: m.office_fee_total(),
          value: <span className="figures font-bold">{formatMoney(feeTotal(fee))}</span>,
        },
        { label: m.office_fee_day(), value: formatDateWithWeekday(fee.charge_on) },
        ...(later
          ? [
              {
                label: m.office_fee_day_bank(),
                value: `${formatDateWithWeekday(later)} (${contractsText(preview.from_bank)})`,
              },
            ]
          : []),
        {
          label: m.office_fee_reason(),
          value: <span className="wrap-anywhere whitespace-pre-line">{fee.reason}</span>,
        },
      ]}
    />
  );
}

function useAnnounce(fee: AnnounceFee, onDone: () => void) {
  const { isBusy, problem, act } = useAct();
  const queries = useQueryClient();
  const say = useToast();
  const once = useOnce();
  const announce = async () => {
    await act(async () => {
      const { contracts } = await once(fee, (headers) =>
        callForOne(announceCongestionFee, { headers, body: fee }),
      );
      say(m.office_fee_announced({ contracts: contractsText(contracts) }));
      onDone();
    });
    await Promise.all(
      [listCongestionFees, previewCongestionFee].map((read) =>
        queries.invalidateQueries({ queryKey: itemsKey(read) }),
      ),
    );
  };
  return { isBusy, problem, announce };
}

type ConfirmProps = FeeProps & { onClose: () => void; onDone: () => void };

function Confirm({ fee, preview, route, onClose, onDone }: ConfirmProps) {
  const { isBusy, problem, announce } = useAnnounce(fee, onDone);
  return (
    <Dialog
      open
      onClose={isBusy ? undefined : onClose}
      title={m.office_fee_confirm_title({
        amount: formatMoney(cents(fee.amount_cents)),
        contracts: contractsText(fee.contracts),
      })}
      description={m.office_fee_confirm_text()}
      actions={
        <ConfirmActions
          text={m.office_fee_confirm()}
          isBusy={isBusy}
          onConfirm={() => void announce()}
          onClose={onClose}
        />
      }
    >
      <FeeFacts fee={fee} preview={preview} route={route} />
      <ErrorNotice text={problem} className="mt-4" />
    </Dialog>
  );
}

export const routeText = ({ school, program, name }: Pick<SurgeRoute, 'school' | 'program' | 'name'>) =>
  m.office_fee_route_name({ school: school.text, program, route: name });

function FeeFields({ preview }: { preview: FeePreview }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2 sm:items-start">
        <FormText
          name="amount"
          label={m.office_fee_amount()}
          note={m.office_fee_amount_note()}
          required
          inputMode="decimal"
          autoComplete="off"
        />
        <FormDate
          name="charge_on"
          label={m.office_fee_day()}
          note={m.office_fee_day_note({ day: formatDate(preview.first_charge_on) })}
          required
          autoComplete="off"
        />
      </div>
      <FormTextarea
        name="reason"
        label={m.office_fee_reason()}
        note={m.office_fee_reason_note()}
        required
        maxLength={REASON_MAX}
      />
    </>
  );
}

export function NewFee({ route, preview }: { route: SurgeRoute; preview: FeePreview }) {
  const [typed, setTyped] = useState<FeeForm>();
  const form = useForm({
    resolver: schemaResolver(feeFormShape, 'congestion_fee'),
    mode: 'onBlur',
    defaultValues: emptyFee(preview),
  });
  const look = (values: FeeForm) => {
    const problem = dayProblem(values, preview);
    if (problem) form.setError('charge_on', { type: 'server', message: problem }, { shouldFocus: true });
    else setTyped(values);
  };
  const done = () => {
    setTyped(undefined);
    form.reset(emptyFee(preview));
  };
  return (
    <>
      <Form form={form} label={m.office_fee_form()} className="grid gap-5" onSubmit={look}>
        <FeeFields preview={preview} />
        <div>
          <Button type="submit">{m.office_fee_look()}</Button>
        </div>
      </Form>
      {typed && (
        <Confirm
          fee={feeOf(typed, preview)}
          preview={preview}
          route={route}
          onClose={() => setTyped(undefined)}
          onDone={done}
        />
      )}
    </>
  );
}
