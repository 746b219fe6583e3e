import { useEffect, useState } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm, useFormContext, useWatch } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { shownName } from '#kit/text/full-name.ts';
import { readParent, type Parent } from '#modules/office/people/people.contract.ts';
import type { Route } from '#modules/catalog/routes/routes.contract.ts';
import { makeOffer, previewOffer, readOffer } from '#modules/orders/offers/offers.contract.ts';
import { priceIn, type Quote } from '#modules/pricing/quoted-prices.ts';
import type { Answered } from '#kit/endpoint/endpoint.ts';
import { sentencesOf, isNotFound } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { LoadedPage } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useOnce } from '#app/api/use-once.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useCompanyTime, useCompanyToday } from '#app/company/use-company-day.ts';
import { Form } from '#app/forms/form.tsx';
import { useAct } from '#app/forms/use-act.ts';
import { useSettled } from '#app/forms/use-settled.ts';
import { OfferPrice } from '#app/offers/offer-price.tsx';
import { isReceivedLater, plainPrice } from '#app/offers/offer-texts.ts';
import { ToNotFound } from '#app/orders/use-order.tsx';
import { AddToList } from '#app/routes/office/waiting/add-to-list.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorNotice, Notice } from '#app/ui/notice.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { ChooseFamily } from './choose-family.tsx';
import { endOf, isPriceable, NO_SALE, offerOf, saleOf, selectionOf, type Sale } from './sale.ts';
import { Addons, ContractFields, MoreFields, PayFields } from './sale-fields.tsx';
import { NewChild } from './new-child.tsx';
import { ReadyAward } from './ready-award.tsx';
import { PaperButton } from './sell-on-paper.tsx';
import { useSold, type Sold } from './use-sold.ts';

export const meta = () => pageTitle(m.office_title_sell());

type Preview = Answered<typeof previewOffer>[number];

/** A pause in the typing of a code or an amount. */
const PAUSE_MS = 300;

/** The price follows each choice (OF3.3). */
function usePreview(sale: Sale, sold: Sold, user_id: number) {
  const { areGradesKnown, grades, route } = sold;
  const isSold = route !== undefined && !sold.isFull(route);
  const isWhole = isSold && areGradesKnown && isPriceable(sale, grades.length > 0);
  const selection = useSettled(isWhole ? selectionOf(sale, user_id) : null, PAUSE_MS);
  const query = useQuery({
    queryKey: [previewOffer.name, selection],
    queryFn: () => callForOne(previewOffer, { body: selection! }),
    enabled: selection !== null && isWhole,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return { isWhole, query };
}

type QuoteProps = { sale: Sale; preview: ReturnType<typeof usePreview> };

const payerOf = ({ pay_by }: Sale) => (pay_by === 'check' || pay_by === 'cash' ? pay_by : 'family');

function QuoteRail({ sale, preview: { isWhole, query } }: QuoteProps) {
  const shown = isWhole && !query.isError ? query.data : undefined;
  const pay_by = payerOf(sale);
  return (
    <Card title={m.office_sell_quote()} className="lg:sticky lg:top-4" aria-live="polite">
      {!isWhole && <p className="text-ink-soft">{m.office_sell_quote_empty()}</p>}
      {isWhole && query.isPending && <p className="text-ink-soft">{m.office_sell_quote_loading()}</p>}
      {isWhole && query.isError && <ErrorNotice text={sentencesOf(query.error).join(' ')} />}
      {shown && (
        <OfferPrice
          priced={plainPrice({ quote: shown.quote, pay_by })}
          credit={
            isReceivedLater(pay_by) ? undefined : priceIn(shown.quote as Quote, 'paymentTypeCreditCard')
          }
        />
      )}
    </Card>
  );
}

type SendingProps = { parent: Parent; shown: Preview | undefined; sold: Sold; replaces_id: number | null };

function SendButton({ parent, shown, sold, replaces_id }: SendingProps) {
  const [isAsking, setAsking] = useState(false);
  const { getValues, handleSubmit } = useFormContext<Sale>();
  const once = useOnce();
  const say = useToast();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const timeText = useCompanyTime();
  const { isBusy, problem, act, clear } = useAct();
  const sale = useWatch<Sale>() as Sale;
  const close = () => {
    setAsking(false);
    clear();
  };
  const sendOnce = async () => {
    const body = offerOf(getValues(), {
      user_id: parent.id,
      quote_hash: shown!.quote.quote_hash,
      replaces_id,
      now: Date.parse(shown!.as_of),
    });
    const { id } = await once(body, (headers) => callForOne(makeOffer, { headers, body }));
    setAsking(false);
    say(m.office_sell_sent());
    await queries.invalidateQueries();
    void navigate(`/admin/offers/${id}`);
  };
  // A submission of the form: its values are saved, so leaving the page asks nothing.
  const send = () => act(handleSubmit(sendOnce));
  const until = shown && (endOf(sale, Date.parse(shown.as_of)) ?? shown.ends_at);
  return (
    <>
      <Button disabledReason={shown ? undefined : m.office_sell_need()} onClick={() => setAsking(true)}>
        {m.office_sell_send()}
      </Button>
      {shown && (
        <Dialog
          open={isAsking}
          onClose={close}
          title={m.office_sell_confirm_title()}
          description={m.office_sell_confirm({
            family: shownName(parent),
            line: sold.route?.name ?? '',
            amount: formatMoney(plainPrice({ quote: shown.quote, pay_by: payerOf(sale) }).due_today_cents),
            until: timeText(until!),
          })}
          actions={
            <>
              <Button busy={isBusy} onClick={() => void send()}>
                {m.office_sell_button({ name: parent.first_name })}
              </Button>
              <Button look="secondary" onClick={close}>
                {m.office_cancel()}
              </Button>
            </>
          }
        >
          <ErrorNotice text={problem} />
        </Dialog>
      )}
    </>
  );
}

/** The discount of the route decides whether a sibling's number counts. */
function useSiblingRule(route: Sold['route']) {
  const { setValue } = useFormContext<Sale>();
  const rule = route?.discounts.find((one) => one.is_sibling_discount);
  const id = rule ? String(rule.id) : '';
  useEffect(() => setValue('sibling_discount_id', id), [id, setValue]);
}

type SellProps = { parent: Parent; begun: Partial<Sale>; replaces_id: number | null };

/** In place of price and offer: a full route has a waiting list, and no seat over its capacity (OF3.2). */
function FullRoute({ route, student }: { route: Route; student: Parent['students'][number] | undefined }) {
  const mayAddToList = useRight('waiting_write');
  return (
    <Card title={m.office_sell_waiting()} className="lg:sticky lg:top-4" aria-live="polite">
      <p className="mb-3">{m.office_sell_waiting_text({ line: route.name })}</p>
      {mayAddToList && !student && <p className="text-ink-soft">{m.office_sell_waiting_who()}</p>}
      {mayAddToList && student && <AddToList student={student} route={route} />}
    </Card>
  );
}

function SaleBody({ parent, begun, replaces_id }: SellProps) {
  const sale = useWatch<Sale>() as Sale;
  const sold = useSold(sale, replaces_id === null ? undefined : begun);
  const full = sold.route && sold.isFull(sold.route) ? sold.route : undefined;
  const today = useCompanyToday();
  const preview = usePreview(sale, sold, parent.id);
  useSiblingRule(sold.route);
  const shown = preview.isWhole && !preview.query.isError ? preview.query.data : undefined;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid gap-5">
        {replaces_id !== null && <Notice tone="info">{m.office_sell_replaces()}</Notice>}
        <ContractFields sold={sold} children={parent.students} today={today} />
        <NewChild parent={parent} />
        <Addons route={sold.route} />
        <MoreFields sold={sold} />
        <PayFields methods={shown?.methods ?? []} />
      </div>
      <div className="grid gap-4">
        {full ? (
          <FullRoute
            route={full}
            student={parent.students.find(({ id }) => String(id) === sale.student_id)}
          />
        ) : (
          <>
            <ReadyAward sale={sale} />
            <QuoteRail sale={sale} preview={preview} />
            <SendButton parent={parent} shown={shown} sold={sold} replaces_id={replaces_id} />
            <PaperButton
              user_id={parent.id}
              shown={shown}
              hasSurge={Boolean(sold.route?.surge_pricing_text)}
              today={today}
            />
          </>
        )}
      </div>
    </div>
  );
}

function Sell({ parent, begun, replaces_id }: SellProps) {
  const [only, ...others] = parent.students;
  const form = useForm<Sale>({
    defaultValues: {
      ...NO_SALE,
      student_id: only && others.length === 0 ? String(only.id) : '',
      ...begun,
    },
  });
  return (
    <Form form={form} label={m.office_title_sell()} onSubmit={() => undefined}>
      {parent.students.length === 0 ? (
        <EmptyState title={m.office_sell_no_child()} action={<NewChild parent={parent} />} />
      ) : (
        <SaleBody parent={parent} begun={begun} replaces_id={replaces_id} />
      )}
    </Form>
  );
}

function SellTo({ family, of }: { family: string; of: { replaces: string; like: string } }) {
  const before = of.replaces || of.like;
  const query = useItems(readParent, { params: { id: family } }, { refetchOnWindowFocus: false });
  const offer = useItems(readOffer, { params: { id: before } }, { enabled: before !== '' });
  if (isNotFound(query.error)) return <ToNotFound />;
  return (
    <LoadedPage query={query} title={m.office_title_sell()} loading={m.office_loading()}>
      {([parent]) => {
        if (!parent || (before !== '' && offer.isPending)) return null;
        const found = offer.data?.[0];
        return (
          <>
            <PageHead title={m.office_sell_to({ name: shownName(parent) })} />
            <Sell
              key={parent.id}
              parent={parent}
              replaces_id={of.replaces ? Number(of.replaces) : null}
              begun={found ? saleOf(found) : {}}
            />
          </>
        );
      }}
    </LoadedPage>
  );
}

/** A sale by telephone on one screen, with the price beside the form (OF3.1). */
export default function SellPage() {
  const [query] = useSearchParams();
  const family = query.get('family') ?? '';
  if (!/^\d+$/.test(family)) return <ChooseFamily />;
  const of = { replaces: query.get('replaces') ?? '', like: query.get('like') ?? '' };
  return <SellTo family={family} of={of} />;
}
