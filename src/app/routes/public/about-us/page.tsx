import { m } from '#i18n/messages.js';
import { Milestones, Points, Terms, Article, TextSection } from '#app/routes/public/article.tsx';
import { company } from '#app/company/company.ts';
import { pageDescription } from '#app/shell/page-description.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Card, Facts } from '#app/ui/card.tsx';

export const meta = () => [
  ...pageTitle(),
  ...pageDescription(m.public_about_title(), m.public_about_description()),
];

function AtAGlance() {
  return (
    <Card title={m.public_about_glance_title()}>
      <Facts
        facts={[
          { label: m.public_about_glance_since(), value: m.public_about_glance_since_value() },
          { label: m.public_about_glance_buses(), value: m.public_about_glance_buses_value() },
          { label: m.public_about_glance_age(), value: m.public_about_glance_age_value() },
          { label: m.public_about_glance_drivers(), value: m.public_about_glance_drivers_value() },
          { label: m.public_about_glance_dispatch(), value: m.public_about_glance_dispatch_value() },
        ]}
      />
    </Card>
  );
}

function History() {
  return (
    <TextSection title={m.public_about_history_title()}>
      <p>{m.public_about_history_intro()}</p>
      <Milestones
        label={m.public_about_history_title()}
        moments={[
          { term: m.public_about_history_1978(), text: m.public_about_history_1978_text() },
          { term: m.public_about_history_1991(), text: m.public_about_history_1991_text() },
          { term: m.public_about_history_2006(), text: m.public_about_history_2006_text() },
          { term: m.public_about_history_2019(), text: m.public_about_history_2019_text() },
          { term: m.public_about_history_today(), text: m.public_about_history_today_text() },
        ]}
      />
    </TextSection>
  );
}

function Fleet() {
  return (
    <TextSection title={m.public_about_fleet_title()}>
      <p>{m.public_about_fleet_1()}</p>
      <p>{m.public_about_fleet_2()}</p>
      <Points
        points={[
          m.public_about_fleet_belts(),
          m.public_about_fleet_cameras(),
          m.public_about_fleet_radio(),
          m.public_about_fleet_check(),
        ]}
      />
      <p>{m.public_about_fleet_3()}</p>
    </TextSection>
  );
}

export default function AboutUs() {
  return (
    <Article title={m.public_about_title()} intro={m.public_about_intro()} aside={<AtAGlance />}>
      <History />
      <Fleet />
      <TextSection title={m.public_about_facilities_title()}>
        <p>{m.public_about_facilities_1({ address: company.address_1 })}</p>
        <p>{m.public_about_facilities_2()}</p>
        <p>{m.public_about_facilities_3()}</p>
      </TextSection>
      <TextSection title={m.public_about_reasons_title()}>
        <Terms
          terms={[
            { term: m.public_about_reason_drivers(), text: m.public_about_reason_drivers_text() },
            { term: m.public_about_reason_phone(), text: m.public_about_reason_phone_text() },
            { term: m.public_about_reason_price(), text: m.public_about_reason_price_text() },
            { term: m.public_about_reason_late(), text: m.public_about_reason_late_text() },
            { term: m.public_about_reason_safe(), text: m.public_about_reason_safe_text() },
          ]}
        />
      </TextSection>
    </Article>
  );
}
