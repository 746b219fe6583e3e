import { useQueryClient } from '@tanstack/react-query';
import { useForm, useFormContext, useWatch, type Control } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import { formatDateWithWeekday, type PlainDate } from '#kit/plain-date.ts';
import { shownName } from '#kit/text/full-name.ts';
import { REFUND_CHANNELS } from '#modules/billing/refunds/refund.states.ts';
import { readServerInfo } from '#modules/catalog/catalog.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { endContract, previewEnding, type Ending } from '#modules/orders/staff/end-contract.contract.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { useOnce } from '#app/api/use-once.ts';
import { usePreview } from '#app/api/use-preview.ts';
import { FormDate, FormRadios, FormText, FormTextarea } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { useSettled } from '#app/forms/use-settled.ts';
import { AidSpent, codeHeldBy } from '#app/refunds/aid-spent.tsx';
import { channelTexts } from '#app/refunds/refund-texts.ts';
import { useAskedOfColleague } from '#app/refunds/use-asked-of-colleague.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { endBodyOf, endFormOf, endSentence, moneyOf, type EndForm } from './end-form.ts';

const TYPING_MS = 250;

function useEnding(order_id: number, control: Control<EndForm>) {
  const [money, refund] = useWatch({ control, name: ['money', 'refund'] });
  const asked = moneyOf({ money, refund });
  const back = asked && { amount_cents: asked.amount_cents, way: asked.way };
  const body = useSettled({ refund: asked === undefined ? undefined : (back ?? null) }, TYPING_MS);
  const sent = { params: { id: order_id }, body: { refund: body.refund ?? null } };
  return usePreview({
    queryKey: itemsKey(previewEnding, sent),
    queryFn: () => callForOne(previewEnding, sent),
    enabled: body.refund !== undefined,
  });
}

function MoneyFields() {
  const { control } = useFormContext<EndForm>();
  const [money, way] = useWatch({ control, name: ['money', 'refund.way'] });
  return (
    <>
      <FormRadios
        name="money"
        label={m.order_end_money()}
        choices={[
          { value: 'nothing', label: m.order_end_money_nothing() },
          { value: 'everything', label: m.office_refund_everything() },
          { value: 'part', label: m.office_refund_part() },
        ]}
      />
      {money === 'part' && (
        <FormText
          name="refund.amount_cents"
          label={m.office_refund_amount()}
          inputMode="decimal"
          autoComplete="off"
          required
          rules={{ required: m.order_end_amount_missing() }}
        />
      )}
      {money !== 'nothing' && (
        <FormRadios
          name="refund.way"
          label={m.office_refund_channel()}
          choices={REFUND_CHANNELS.map((value) => ({ value, label: channelTexts[value].label() }))}
        />
      )}
      {money !== 'nothing' && way === 'check' && (
        <FormText
          name="refund.reference"
          label={m.office_refund_check_number()}
          autoComplete="off"
          required
          rules={{ required: m.order_end_number_missing() }}
        />
      )}
    </>
  );
}

/** What the end does, from the answer that the act names by hash (OF0.20). */
function Effects({ ending }: { ending: Ending }) {
  const { canceled, next_child, siblings, refund, needs_second_person } = ending;
  const lines = [
    ...canceled.map(({ payment_number: n, pay_on, amount_cents }) =>
      m.order_end_payment({
        n,
        day: formatDateWithWeekday(pay_on),
        amount: formatMoney(cents(amount_cents)),
      }),
    ),
    ...(refund?.parts ?? []).map(({ payment_number: n, principal_cents, surcharge_cents }) =>
      m.order_end_refund({ n, amount: formatMoney(cents(principal_cents + surcharge_cents)) }),
    ),
    next_child ? m.order_end_next({ child: shownName(next_child) }) : m.order_end_next_none(),
    ...siblings.map((sibling) =>
      m.order_end_sibling({ child: shownName(sibling), number: sibling.contract_number ?? '' }),
    ),
    m.contract_staff_end_told(),
    m.contract_staff_end_final(),
    ...(needs_second_person ? [m.office_change_second_person()] : []),
  ];
  return (
    <section aria-label={m.order_end_effects()} aria-live="polite">
      <p className="font-bold">{endSentence(ending)}</p>
      <ul className="mt-2 list-disc pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {ending.refused && <Notice tone="warning" role="status" title={ending.refused} className="mt-3" />}
    </section>
  );
}

type FieldsProps = {
  order: Order;
  preview: Pick<ReturnType<typeof useEnding>, 'data' | 'error'>;
  onClose: () => void;
};

function Fields({ order, preview: { data: ending, error }, onClose }: FieldsProps) {
  return (
    <>
      <FormTextarea
        name="reason"
        label={m.contract_staff_end_reason()}
        note={m.contract_staff_end_reason_note()}
        required
        rules={{ required: m.order_end_reason_missing() }}
        rows={2}
        maxLength={500}
      />
      <FormDate name="ended_on" label={m.order_end_day()} note={m.order_end_day_note()} required />
      <MoneyFields />
      <AidSpent code={codeHeldBy(order)} />
      {error && <Notice tone="warning" role="alert" title={sentencesOf(error).join(' ')} />}
      {!ending && !error && <Spinner label={m.office_loading()} />}
      {ending && <Effects ending={ending} />}
      <FormButtons
        submitText={m.order_end_confirm()}
        look="danger"
        cancelText={m.contract_staff_cancel()}
        onCancel={onClose}
      />
    </>
  );
}

type EndProps = { order: Order; onClose: () => void };

function EndContractForm({ order, today, onClose }: EndProps & { today: PlainDate }) {
  const form = useForm<EndForm>({ defaultValues: endFormOf(today) });
  const queries = useQueryClient();
  const wasAsked = useAskedOfColleague();
  const once = useOnce();
  const say = useToast();
  const preview = useEnding(order.id, form.control);
  const seen = preview.isPlaceholderData ? undefined : preview.data;
  async function end(values: EndForm): Promise<void> {
    const refund = moneyOf(values);
    if (!seen || refund === undefined) {
      form.setError('root.server', { type: 'server', message: m.order_end_look() });
      return;
    }
    // The reason stands below the choices.
    if (seen.refused !== null) return;
    const body = endBodyOf(values, refund, seen.hash);
    try {
      await once({ id: order.id, ...body }, (headers) =>
        callForOne(endContract, { params: { id: order.id }, headers, body }),
      );
      say(m.order_ended());
    } catch (error) {
      if (!wasAsked(error)) throw error;
    } finally {
      await queries.invalidateQueries();
    }
    onClose();
  }
  return (
    <Form form={form} label={m.order_end()} className="grid gap-4" onSubmit={end}>
      <Fields order={order} preview={preview} onClose={onClose} />
    </Form>
  );
}

/** Ends a contract after a look at all that follows (OF10.6). */
export function EndContract({ order, onClose }: EndProps) {
  const today = useItems(readServerInfo, {}).data?.[0]?.date;
  return (
    <Dialog open onClose={onClose} title={m.order_end()} size="wide">
      {today && <EndContractForm order={order} today={today} onClose={onClose} />}
    </Dialog>
  );
}
