import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import { mailList } from '#modules/office/mails/mail-list.ts';
import { listMails } from '#modules/office/mails/mails.contract.ts';
import { resendVerificationOf, type Parent } from '#modules/office/people/people.contract.ts';
import { OFFER_STATE_TEXTS } from '#modules/orders/offer-state-texts.ts';
import { refundChoices } from '#modules/orders/requests/request-texts.ts';
import { call } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useCompanyDay, useCompanyTime } from '#app/company/use-company-day.ts';
import { tableColumns } from '#app/lists/office-list.tsx';
import { rowLink } from '#app/lists/row-links.tsx';
import { studentName } from '#app/orders/order-texts.ts';
import { WaitingPart } from '#app/routes/office/students/student/waiting-part.tsx';
import { Fold } from '#app/ui/fold.tsx';
import { Table } from '#app/ui/table.tsx';
import { MailButton } from './mail-button.tsx';

type Props = { parent: Parent };

/** `not verified, sent {day}` with `Send again`, once a day (OF10.1). */
export function Unverified({ parent: { id, verification_sent_at } }: Props) {
  const dayText = useCompanyDay();
  return (
    <span className="block">
      <span className="text-amber">
        {verification_sent_at
          ? m.family_unverified_sent({ day: dayText(verification_sent_at) })
          : m.office_email_unverified()}
      </span>{' '}
      <MailButton
        label={m.family_verification_again()}
        send={() => call(resendVerificationOf, { params: { id } })}
      />
    </span>
  );
}

/** Offers that the family may accept or has accepted. */
function OffersFold({ parent: { offers } }: Props) {
  const timeText = useCompanyTime();
  if (offers.length === 0) return null;
  return (
    <Fold title={m.family_offers()}>
      <ul className="grid gap-1">
        {offers.map((offer) => (
          <li key={offer.id}>
            <Link to={`/admin/offers/${offer.id}`} className={rowLink}>
              {m.family_offer({ student: shownName(offer), line: offer.line })}
            </Link>
            <span>{` · ${OFFER_STATE_TEXTS[offer.state]()}`}</span>
            {offer.state === 'open' && (
              <span className="figures">
                {` · ${m.family_offer_until({ until: timeText(offer.ends_at) })}`}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Fold>
  );
}

/** What the family has asked for, of all contracts (R2, R3). */
function RequestsFold({ parent: { orders } }: Props) {
  const dayText = useCompanyDay();
  const asked = orders.flatMap((order) => [
    ...(order.order_refund_request
      ? [
          {
            order,
            at: order.order_refund_request.requested_at,
            text: refundChoices[order.order_refund_request.type].label(),
          },
        ]
      : []),
    ...(order.order_reassign_approval
      ? [{ order, at: order.order_reassign_approval.requested_at, text: m.family_reassigned() }]
      : []),
  ]);
  if (asked.length === 0) return null;
  return (
    <Fold title={m.order_requests()}>
      <ul className="grid gap-1">
        {asked.map(({ order, at, text }) => (
          <li key={`${order.id}-${text}`}>
            <Link to={`/admin/orders/${order.id}`} className={rowLink}>
              {studentName(order)}
            </Link>
            <span>{` · ${text} · `}</span>
            <span className="figures">{dayText(at)}</span>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

const MAILS = 20;
const MAIL_COLUMNS = mailList.columns.filter(({ key }) => key !== 'parent' && key !== 'to');

function LastMails({ user_id }: { user_id: number }) {
  const query = useItems(listMails, { query: { family: String(user_id), limit: MAILS } });
  return (
    <>
      <Loaded query={query} loading={m.office_loading()}>
        {([page]) =>
          page && page.rows.length > 0 ? (
            <Table
              dense
              hideCaption
              caption={m.family_mails()}
              columns={tableColumns(MAIL_COLUMNS, mailList, {})}
              rows={page.rows}
              rowKey={({ id }) => id}
            />
          ) : (
            <p className="text-ink-soft">{m.family_mails_none()}</p>
          )
        }
      </Loaded>
      <Link to={`/admin/mails?family=${user_id}`} className={rowLink}>
        {m.family_mails_all()}
      </Link>
    </>
  );
}

/** Read when the section is opened. */
function MailsFold({ parent: { id } }: Props) {
  const mayAudit = useRight('audit');
  if (!mayAudit) return null;
  return (
    <Fold title={m.family_mails()} isOpenFirst={false}>
      <LastMails user_id={id} />
    </Fold>
  );
}

export function FamilyParts({ parent }: Props) {
  return (
    <>
      <WaitingPart waiting={parent.waiting} />
      <OffersFold parent={parent} />
      <RequestsFold parent={parent} />
      <MailsFold parent={parent} />
    </>
  );
}
