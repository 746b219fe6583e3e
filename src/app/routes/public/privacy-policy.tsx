import { m } from '#i18n/messages.js';
import { TextPage, TextSection } from '../../parts/text-page.tsx';
import { pageTitle } from '../../shell/page-title.ts';

export const meta = () => pageTitle();

export default function PrivacyPolicy() {
  return (
    <TextPage title={m.public_privacy_title()} intro={m.public_privacy_intro()}>
      <TextSection title={m.public_privacy_what_title()}>
        <p>{m.public_privacy_what_1()}</p>
        <p>{m.public_privacy_what_2()}</p>
      </TextSection>
      <TextSection title={m.public_privacy_who_title()}>
        <p>{m.public_privacy_who_1()}</p>
      </TextSection>
      <TextSection title={m.public_privacy_cookies_title()}>
        <p>{m.public_privacy_cookies_1()}</p>
        <p>{m.public_privacy_cookies_2()}</p>
      </TextSection>
      <TextSection title={m.public_privacy_rights_title()}>
        <p>{m.public_privacy_rights_1()}</p>
      </TextSection>
    </TextPage>
  );
}
