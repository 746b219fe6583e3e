import { m } from '#i18n/messages.js';
import { Points, TextPage, TextSection } from '../../parts/text-page.tsx';
import { pageTitle } from '../../shell/page-title.ts';

export const meta = () => pageTitle();

export default function AboutUs() {
  return (
    <TextPage title={m.public_about_title()} intro={m.public_about_intro()}>
      <TextSection title={m.public_about_history_title()}>
        <p>{m.public_about_history_1()}</p>
        <p>{m.public_about_history_2()}</p>
      </TextSection>
      <TextSection title={m.public_about_fleet_title()}>
        <p>{m.public_about_fleet_1()}</p>
        <p>{m.public_about_fleet_2()}</p>
      </TextSection>
      <TextSection title={m.public_about_facilities_title()}>
        <p>{m.public_about_facilities_1()}</p>
      </TextSection>
      <TextSection title={m.public_about_reasons_title()}>
        <Points points={[m.public_about_reason_1(), m.public_about_reason_2(), m.public_about_reason_3(), m.public_about_reason_4()]} />
      </TextSection>
    </TextPage>
  );
}
