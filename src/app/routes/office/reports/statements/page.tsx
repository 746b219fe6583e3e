import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { countStatements, mailStatements } from '#modules/reports/statement/statement.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useCompanyToday } from '#app/company/use-company-day.ts';
import { ConfirmCall } from '#app/routes/office/confirm-call.tsx';
import { ReportsNav } from '#app/routes/office/reports/reports-nav.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { PageHead } from '#app/ui/page-head.tsx';

export const meta = () => pageTitle(m.office_title_statements());

const YEARS_BACK = 3;

function MailFamilies({ year }: { year: number }) {
  const [key, setKey] = useState<string>();
  const counted = useItems(countStatements, { params: { year } });
  return (
    <Loaded query={counted} loading={m.office_loading()}>
      {([one]) => {
        if (!one) return null;
        const n = one.families - one.mailed;
        return (
          <>
            <p className="mb-4">{m.office_statements_count({ ...one, n: one.families })}</p>
            {n > 0 ? (
              <Button onClick={() => setKey(crypto.randomUUID())}>{m.office_statements_mail({ n })}</Button>
            ) : (
              <p className="text-ink-soft">{m.office_statements_none({ year })}</p>
            )}
            {key && (
              <ConfirmCall
                title={m.office_statements_title({ n })}
                description={m.office_statements_confirm({ year })}
                confirmText={m.office_statements_mail({ n })}
                doneText={m.office_statements_done({ n })}
                makeCall={() =>
                  callForOne(mailStatements, { params: { year }, headers: { 'idempotency-key': key } })
                }
                onClose={() => setKey(undefined)}
              >
                {null}
              </ConfirmCall>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

/** Staff mail all families that their statement of a year is ready (RP4.4). */
export default function Statements() {
  const today = useCompanyToday();
  const [chosen, choose] = useState<number>();
  if (!today) return null;
  const last = Number(today.slice(0, 4)) - 1;
  const years = Array.from({ length: YEARS_BACK }, (_, nr) => last - nr);
  return (
    <>
      <PageHead title={m.office_title_statements()} />
      <ReportsNav />
      <p className="mb-5 max-w-read">{m.office_statements_text()}</p>
      <Card className="max-w-form">
        <SelectField
          className="mb-4"
          label={m.office_statements_year()}
          name="year"
          value={String(chosen ?? last)}
          options={years.map((year) => ({ value: String(year), label: String(year) }))}
          onChange={({ target }) => choose(Number(target.value))}
        />
        <MailFamilies year={chosen ?? last} />
      </Card>
    </>
  );
}
