import { m } from '#i18n/messages.js';
import { TextPage, TextSection } from '../../parts/text-page.tsx';
import { pageTitle } from '../../shell/page-title.ts';

export const meta = () => pageTitle();

export default function Technology() {
  return (
    <TextPage title={m.public_technology_title()} intro={m.public_technology_intro()}>
      <TextSection title={m.public_technology_notification_title()}>
        <p>{m.public_technology_notification_1()}</p>
        <p>{m.public_technology_notification_2()}</p>
      </TextSection>
      <TextSection title={m.public_technology_tracking_title()}>
        <p>{m.public_technology_tracking_1()}</p>
        <p>{m.public_technology_tracking_2()}</p>
      </TextSection>
    </TextPage>
  );
}
