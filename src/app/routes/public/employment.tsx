import { m } from '#i18n/messages.js';
import { OutsideLink, Points, TextPage, TextSection } from '../../parts/text-page.tsx';
import { company } from '../../shell/company.ts';
import { pageTitle } from '../../shell/page-title.ts';

export const meta = () => pageTitle();

const jobBoard = 'https://jobs.example/harborline-school-bus';

export default function Employment() {
  return (
    <TextPage title={m.public_careers_title()} intro={m.public_careers_intro()}>
      <TextSection title={m.public_careers_driver_title()}>
        <Points
          points={[
            m.public_careers_driver_1(),
            m.public_careers_driver_2(),
            m.public_careers_driver_3(),
            m.public_careers_driver_4(),
            m.public_careers_driver_5(),
          ]}
        />
      </TextSection>
      <TextSection title={m.public_careers_mechanic_title()}>
        <Points points={[m.public_careers_mechanic_1(), m.public_careers_mechanic_2()]} />
      </TextSection>
      <TextSection title={m.public_careers_apply_title()}>
        <p>{m.public_careers_apply_person()}</p>
        <p>{m.public_careers_apply_online()}</p>
        <p>
          <OutsideLink href={jobBoard} hint={m.public_opens_elsewhere()}>{m.public_careers_apply_link()}</OutsideLink>
        </p>
        <p>
          {m.public_careers_apply_mail()}{' '}
          <a className="underline underline-offset-4" href={`mailto:${company.hiring_email}`}>{company.hiring_email}</a>
        </p>
      </TextSection>
    </TextPage>
  );
}
