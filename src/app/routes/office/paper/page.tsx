import { useEffect, useRef, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { formatDate, parseUsDate } from '#kit/plain-date.ts';
import { shownName } from '#kit/text/full-name.ts';
import { requiredText } from '#kit/rules/fields.ts';
import { listPapers, type PaperRow } from '#modules/orders/paper/paper-list.contract.ts';
import { paperList } from '#modules/orders/paper/paper-list.ts';
import { findPrintedContract } from '#modules/orders/paper/paper.contract.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { FormText } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { OfficeList } from '#app/lists/office-list.tsx';
import { FamilyLink, OrderLink } from '#app/lists/row-links.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { ErrorNotice, Notice } from '#app/ui/notice.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';
import type { Column } from '#app/ui/table.tsx';
import { BothPrices, DraftNotices, PaperSays } from './found-draft.tsx';
import { OrderForm, type Made } from './order-form.tsx';

export const meta = () => pageTitle(m.office_title_paper());

const codeShape = z.object({ code: requiredText(64) });

/** A hand scanner types the code and presses Enter; the code goes in a body, never in the address (OF4.6). */
function CodeForm({ onFind }: { onFind: (code: string) => void }) {
  const form = useForm({ resolver: schemaResolver(codeShape), defaultValues: { code: '' } });
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <Form
      form={form}
      label={m.office_paper_find()}
      asksBeforeLeaving={false}
      className="flex max-w-form flex-col gap-3 sm:flex-row sm:items-end"
      onSubmit={({ code }) => {
        onFind(code);
        form.reset({ code: '' });
      }}
    >
      <FormText
        name="code"
        label={m.office_paper_code()}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="flex-1"
      />
      <Button type="submit">{m.office_paper_find()}</Button>
    </Form>
  );
}

type Asked = { code: string; received_on: string; discount: string };

function useFound(asked: Asked | undefined) {
  const received_on = asked?.received_on ? (parseUsDate(asked.received_on) ?? null) : null;
  const staff_discount_id = asked?.discount ? Number(asked.discount) : null;
  const query = useQuery({
    queryKey: [findPrintedContract.name, asked],
    queryFn: () =>
      callForOne(findPrintedContract, { body: { code: asked!.code, received_on, staff_discount_id } }),
    enabled: asked !== undefined,
    retry: false,
    // Nothing of a paper stays in the browser after the page.
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  return { query, staff_discount_id };
}

type FoundProps = { asked: Asked; change: (changes: Partial<Asked>) => void; onMade: (made: Made) => void };

/** The day of the check as typed; the price follows a whole day. */
function DayField({ shown, change }: { shown: string; change: (day: string) => void }) {
  const [typed, setTyped] = useState(shown);
  return (
    <TextField
      name="received_on"
      label={m.office_paper_received_on()}
      value={typed}
      inputMode="numeric"
      autoComplete="off"
      onChange={({ target: { value } }) => {
        setTyped(value);
        if (parseUsDate(value)) change(value);
      }}
    />
  );
}

function Found({ asked, change, onMade }: FoundProps) {
  const { query, staff_discount_id } = useFound(asked);
  const draft = query.data;
  const problem = query.isError ? sentencesOf(query.error).join(' ') : '';
  if (!draft) {
    if (problem) return <ErrorNotice text={problem} />;
    return <Skeleton label={m.office_loading()} lines={6} />;
  }
  return (
    <div className="grid gap-5">
      <ErrorNotice text={problem} />
      <DraftNotices draft={draft} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <PaperSays draft={draft} />
        <Card title={m.office_paper_prices()}>
          <div className="grid gap-4">
            <div className="grid gap-4 sm:grid-cols-2">
              <DayField
                shown={formatDate(draft.received_on)}
                change={(received_on) => change({ received_on })}
              />
              {draft.discounts.length > 0 && (
                <SelectField
                  name="discount"
                  label={m.office_sell_discount()}
                  placeholder={m.office_sell_no_discount()}
                  value={asked.discount}
                  options={draft.discounts.map(({ id, text }) => ({ value: String(id), label: text }))}
                  onChange={({ target }) => change({ discount: target.value })}
                />
              )}
            </div>
            <BothPrices draft={draft} />
          </div>
        </Card>
      </div>
      <OrderForm key={draft.id} draft={draft} staff_discount_id={staff_discount_id} onMade={onMade} />
    </div>
  );
}

const cells = {
  child: ({ student }: PaperRow) => <b className="wrap-anywhere">{shownName(student)}</b>,
  family: ({ family }: PaperRow) => FamilyLink(family),
};

function Papers({ open }: { open: (code: string) => void }) {
  const acts: readonly Column<PaperRow>[] = [
    {
      key: 'open',
      header: m.office_paper_act(),
      cell: ({ code, student }) => (
        <Button
          look="secondary"
          size="small"
          aria-label={m.office_paper_open_of({ name: shownName(student) })}
          onClick={() => open(code)}
        >
          {m.office_paper_open()}
        </Button>
      ),
    },
  ];
  return (
    <OfficeList
      list={listPapers}
      view={paperList}
      path="/admin/paper"
      cells={cells}
      extra={acts}
      hasHead={false}
    />
  );
}

const searchedShape = z.object({ code: z.string() });

/** The code found by the search of the office, which keeps the code out of the address. */
function useSearchedCode(): Asked | undefined {
  const searched = searchedShape.safeParse(useLocation().state);
  return searched.success ? { code: searched.data.code, received_on: '', discount: '' } : undefined;
}

/** Envelopes with a printed contract and a check (OF4). */
export default function PaperPage() {
  const [asked, setAsked] = useState<Asked | undefined>(useSearchedCode());
  const [made, setMade] = useState<Made>();
  const top = useRef<HTMLDivElement>(null);
  const open = (code: string) => {
    setMade(undefined);
    setAsked({ code, received_on: '', discount: '' });
  };
  const onMade = (done: Made) => {
    setAsked(undefined);
    setMade(done);
    top.current?.querySelector('input')?.focus();
  };
  return (
    <>
      <PageHead title={m.office_title_paper()} />
      <div className="grid gap-6" ref={top}>
        <CodeForm onFind={open} />
        {made && (
          <Notice tone="success" role="status" title={m.office_paper_made({ number: made.contract_number })}>
            <OrderLink id={made.order_id} />
          </Notice>
        )}
        {asked && (
          <Found
            key={asked.code}
            asked={asked}
            change={(changes) => setAsked({ ...asked, ...changes })}
            onMade={onMade}
          />
        )}
        {!asked && (
          <div className="min-w-0">
            <Papers open={open} />
          </div>
        )}
      </div>
    </>
  );
}
