import { m } from '#i18n/messages.js';
import { Points, Article, TextSection } from '#app/routes/public/article.tsx';
import { company } from '#app/company/company.ts';
import { pageDescription } from '#app/shell/page-description.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Notice } from '#app/ui/notice.tsx';

export const meta = () => [
  ...pageTitle(),
  ...pageDescription(m.public_technology_title(), m.public_technology_description()),
];

export default function Technology() {
  return (
    <Article title={m.public_technology_title()} intro={m.public_technology_intro()}>
      <TextSection title={m.public_technology_notification_title()}>
        <p>{m.public_technology_notification_1()}</p>
        <p>{m.public_technology_notification_2()}</p>
        <p>{m.public_technology_notification_do()}</p>
        <Points
          points={[
            m.public_technology_notification_do_1(),
            m.public_technology_notification_do_2({ domain: company.domain }),
            m.public_technology_notification_do_3(),
          ]}
        />
      </TextSection>
      <TextSection title={m.public_technology_tracking_title()}>
        <p>{m.public_technology_tracking_1()}</p>
        <p>{m.public_technology_tracking_2()}</p>
        <Notice title={m.public_technology_tracking_note_title()}>
          {m.public_technology_tracking_note()}
        </Notice>
      </TextSection>
      <TextSection title={m.public_technology_trouble_title()}>
        <p>
          {m.public_technology_trouble()}{' '}
          <a
            className="whitespace-nowrap underline underline-offset-4"
            href={`tel:+1-${company.dispatch_phone}`}
          >
            {company.dispatch_phone}
          </a>
          .
        </p>
      </TextSection>
    </Article>
  );
}
