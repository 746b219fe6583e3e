import { m } from '#i18n/messages.js';
import { companyName } from '#app/shell/page-facts.ts';
import { pageDescription } from '#app/shell/page-description.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';

export const meta = () => [
  ...pageTitle(),
  ...pageDescription(
    m.public_careers_title(),
    m.public_careers_success_description({ company: companyName() }),
  ),
  { name: 'robots', content: 'noindex' },
];

export default function EmploymentSuccess() {
  return (
    <div className="mx-auto grid max-w-form justify-items-start gap-4 px-5 py-16">
      <span className="grid size-14 place-items-center rounded-full bg-green text-white">
        <Icon name="check" className="size-8" />
      </span>
      <h1 className="text-2xl font-extrabold">{m.public_careers_success()}</h1>
      <p>{m.public_careers_success_next()}</p>
      <LinkButton to="/">{m.public_home()}</LinkButton>
    </div>
  );
}
