import { m } from '#i18n/messages.js';
import { listParentStatements } from '#modules/reports/statement/statement.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { FileLink } from '#app/forms/file-link.tsx';
import { Card } from '#app/ui/card.tsx';

/** The yearly statements of a family, for staff with the right to money (RP4.1). */
export function StatementsCard({ parent_id }: { parent_id: number }) {
  const seesMoney = useRight('money');
  const statements = useItems(listParentStatements, { params: { id: parent_id } }, { enabled: seesMoney });
  const { data: years = [] } = statements;
  if (!seesMoney || years.length === 0) return null;
  return (
    <Card title={m.statement_heading()}>
      <div className="flex flex-wrap gap-3">
        {years.map(({ year, pdf_path }) => (
          <FileLink
            key={year}
            path={pdf_path}
            readAt={statements.dataUpdatedAt}
            renew={async () =>
              (await statements.refetch({ throwOnError: true })).data?.find((one) => one.year === year)
                ?.pdf_path
            }
            text={m.office_statements_pdf({ year })}
            look="secondary"
          />
        ))}
      </div>
    </Card>
  );
}
