import { m } from '#i18n/messages.js';
import { listCertificates, type Certificate } from '#modules/privacy/privacy.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { Card } from '#app/ui/card.tsx';
import { Table, type Column } from '#app/ui/table.tsx';

const certificateColumns: readonly Column<Certificate>[] = [
  {
    key: 'when',
    header: m.office_certificates_when(),
    narrow: 'title',
    cell: ({ destroyed_at }) => <CompanyTime at={destroyed_at} />,
  },
  { key: 'school', header: m.office_certificates_school(), cell: ({ school }) => school },
  { key: 'season', header: m.office_certificates_season(), cell: ({ season }) => season },
  {
    key: 'contracts',
    header: m.office_certificates_contracts(),
    numeric: true,
    cell: ({ contracts }) => contracts,
  },
  {
    key: 'copies',
    header: m.office_certificates_copies(),
    numeric: true,
    cell: ({ signed_copies }) => signed_copies,
  },
  {
    key: 'acceptances',
    header: m.office_certificates_acceptances(),
    numeric: true,
    cell: ({ acceptances }) => acceptances,
  },
  {
    key: 'receipts',
    header: m.office_certificates_receipts(),
    numeric: true,
    cell: ({ receipts }) => receipts,
  },
  {
    key: 'orders',
    header: m.office_certificates_orders(),
    cell: ({ first_order_id, last_order_id }) =>
      m.office_certificates_range({ first: String(first_order_id), last: String(last_order_id) }),
  },
];

function CompanyTime({ at }: { at: string }) {
  const timeText = useCompanyTime();
  return <span className="figures whitespace-nowrap">{timeText(at)}</span>;
}

export function Certificates() {
  const certificates = useItems(listCertificates, {});
  return (
    <Card title={m.office_certificates()} className="mt-8">
      <p className="mb-3 max-w-prose text-ink-soft">{m.office_certificates_text()}</p>
      <Loaded query={certificates} loading={m.office_loading()}>
        {(rows) =>
          rows.length === 0 ? (
            <p>{m.office_certificates_none()}</p>
          ) : (
            <Table
              dense
              hideCaption
              caption={m.office_certificates()}
              columns={certificateColumns}
              rows={rows}
              rowKey={(row) => row.id}
            />
          )
        }
      </Loaded>
    </Card>
  );
}
