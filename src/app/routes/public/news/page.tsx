import text from '#company/pages/news.json' with { type: 'json' };
import { m } from '#i18n/messages.js';
import { listNewsItems, type NewsItem } from '#modules/content/content.contract.ts';
import { formatLongDate } from '#kit/plain-date.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { RichText } from '#app/ui/rich-text.tsx';
import { ContactAndRelated, OutsideLink, Article, TextSection } from '#app/routes/public/article.tsx';
import { company, say } from '#app/company/company.ts';
import { PageData } from '#app/shell/page-data.tsx';
import { pageDescription } from '#app/shell/page-description.ts';
import { pageTitle } from '#app/shell/page-title.ts';

export const meta = () => [...pageTitle(), ...pageDescription(m.public_news_title(), say(text.description))];

function Release({ item }: { item: NewsItem }) {
  return (
    <article className="border-l-4 border-bus pl-5">
      <p className="text-sm text-ink-soft">
        <time dateTime={item.day}>{formatLongDate(item.day)}</time>
      </p>
      <h3 className="text-lg font-bold">{item.title}</h3>
      {item.text && <RichText html={item.text} className="mt-1" />}
      {item.link && item.link_text && (
        <OutsideLink href={item.link} hint={m.public_opens_elsewhere()}>
          {item.link_text}
        </OutsideLink>
      )}
    </article>
  );
}

function Releases() {
  const news = useItems(listNewsItems, {});
  return (
    <Loaded query={news} loading={m.public_news_loading()}>
      {(items) =>
        items.length > 0 ? (
          <div className="grid gap-8">
            {items.map((item) => (
              <Release key={item.id} item={item} />
            ))}
          </div>
        ) : (
          <p>{m.public_news_none()}</p>
        )
      }
    </Loaded>
  );
}

export default function News() {
  return (
    <Article
      title={m.public_news_title()}
      related={<ContactAndRelated besides="/news" />}
      intro={
        <>
          <span>{say(text.intro)}</span>{' '}
          <a
            className="inline-block max-w-full wrap-anywhere underline underline-offset-4"
            href={`mailto:${company.customer_service_email}`}
          >
            {company.customer_service_email}
          </a>
          <span>.</span>
        </>
      }
    >
      <TextSection title={m.public_news_press()}>
        <PageData>
          <Releases />
        </PageData>
      </TextSection>
    </Article>
  );
}
