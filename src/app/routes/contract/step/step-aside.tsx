import { m } from '#i18n/messages.js';
import { Card } from '#app/ui/card.tsx';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { company } from '#app/company/company.ts';
import type { Step } from '#app/routes/contract/wizard/guards.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';

type Hint = { icon: IconName; text: () => string };
type Hints = { title: () => string; hints: readonly Hint[] };

const HINTS: Partial<Record<Step, Hints>> = {
  0: {
    title: m.contract_aside_need_title,
    hints: [
      { icon: 'people', text: m.contract_aside_need_child },
      { icon: 'pin', text: m.contract_aside_need_phones },
      { icon: 'card', text: m.contract_aside_need_payment },
      { icon: 'tick', text: m.contract_aside_need_nothing },
    ],
  },
  1: {
    title: m.contract_aside_student_title,
    hints: [
      { icon: 'pin', text: m.contract_aside_student_address },
      { icon: 'mail', text: m.contract_aside_student_email },
      { icon: 'people', text: m.contract_aside_student_again },
    ],
  },
  2: {
    title: m.contract_aside_program_title,
    hints: [
      { icon: 'list', text: m.contract_aside_program_year },
      { icon: 'info', text: m.contract_aside_program_request },
      { icon: 'people', text: m.contract_aside_program_sibling },
    ],
  },
};

export function StepAside({ className }: { className?: string }) {
  const { step, school } = useWizard();
  const found = HINTS[step];
  if (!found) return null;
  const title = found.title();
  const email = school.group.routes_email;
  return (
    <Card title={title} aria-label={title} className={className}>
      <ul className="grid gap-3">
        {found.hints.map(({ icon, text }) => (
          <li key={icon} className="flex gap-3">
            <Icon name={icon} className="mt-0.5 text-line" />
            <span>{text()}</span>
          </li>
        ))}
      </ul>
      <p className="mt-4 border-t border-hair pt-3 text-sm text-ink-soft">
        <span>{m.contract_aside_questions({ phone: company.dispatch_phone })}</span>
        {email && (
          <>
            {' '}
            <a href={`mailto:${email}`} className="inline-block underline underline-offset-4">
              {email}
            </a>
          </>
        )}
      </p>
    </Card>
  );
}
