import text from '#company/pages/about-us.json' with { type: 'json' };
import { m } from '#i18n/messages.js';
import {
  ContactAndRelated,
  Milestones,
  Points,
  Terms,
  Article,
  TextSection,
  type Term,
} from '#app/routes/public/article.tsx';
import { say } from '#app/company/company.ts';
import { pageDescription } from '#app/shell/page-description.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Card, Facts } from '#app/ui/card.tsx';

export const meta = () => [...pageTitle(), ...pageDescription(m.public_about_title(), say(text.description))];

function AtAGlance() {
  return (
    <Card title={m.public_about_glance_title()}>
      <Facts facts={text.at_a_glance} />
    </Card>
  );
}

const termsOf = (terms: typeof text.reasons): Term[] =>
  terms.map((one) => ({ term: say(one.term), text: say(one.text) }));

function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((paragraph) => <p key={paragraph}>{say(paragraph)}</p>);
}

export default function AboutUs() {
  const { history, fleet, facilities, reasons } = text;
  return (
    <Article
      title={m.public_about_title()}
      intro={say(text.intro)}
      aside={<AtAGlance />}
      related={<ContactAndRelated besides="/about-us" />}
    >
      <TextSection title={m.public_about_history_title()}>
        <p>{say(history.intro)}</p>
        <Milestones label={m.public_about_history_title()} moments={termsOf(history.moments)} />
      </TextSection>
      <TextSection title={m.public_about_fleet_title()}>
        <Paragraphs texts={fleet.before} />
        <Points points={fleet.points.map(say)} />
        <Paragraphs texts={fleet.after} />
      </TextSection>
      <TextSection title={m.public_about_facilities_title()}>
        <Paragraphs texts={facilities} />
      </TextSection>
      <TextSection title={m.public_about_reasons_title()}>
        <Terms terms={termsOf(reasons)} />
      </TextSection>
    </Article>
  );
}
