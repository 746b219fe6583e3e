import { m } from '#i18n/messages.js';
import { OutsideLink, TextPage, TextSection } from '../../parts/text-page.tsx';
import { pageTitle } from '../../shell/page-title.ts';

export const meta = () => pageTitle();

const article = 'https://news.example/2019/10/01/harborline-tracking';

export default function News() {
  return (
    <TextPage title={m.public_news_title()}>
      <TextSection title={m.public_news_press()}>
        <article className="border-l-4 border-bus pl-5">
          <p className="text-sm text-ink-soft">
            <time dateTime="2019-10-01">{m.public_news_1_date()}</time>
          </p>
          <h3 className="text-lg font-bold">{m.public_news_1_title()}</h3>
          <p className="mt-1">{m.public_news_1_text()}</p>
          <OutsideLink href={article} hint={m.public_opens_elsewhere()}>{m.public_news_1_link()}</OutsideLink>
        </article>
      </TextSection>
    </TextPage>
  );
}
