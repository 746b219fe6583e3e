import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { m } from '#i18n/messages.js';
import { isWithoutMoney } from '#app/shell/sandbox-banner.tsx';
import { stopImpersonating } from '#app/auth/session.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { LeaveButton } from '#app/shell/nav-bar.tsx';
import { LoginBox, type LoginTab } from '#app/accounts/login-box.tsx';
import { WelcomeMessage } from '#app/accounts/welcome-notice.tsx';
import { PriceRail } from './prices/price-rail.tsx';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { ProgressLine } from '#app/ui/line.tsx';
import { SchoolTag } from '#app/company/school-tag.tsx';
import { lineOf } from '#app/company/company.ts';
import { Notice } from '#app/ui/notice.tsx';
import { CheckoutStep } from './checkout/checkout-step.tsx';
import { ResumedCheckout } from './checkout/resumed-checkout.tsx';
import { LAST_STEP, STEPS, type Step } from './wizard/guards.ts';
import { LoadFailed } from './step/step-form.tsx';
import { shownPrice } from './wizard/later-payment.ts';
import { ProgramStep } from './program/program-step.tsx';
import { RouteStep } from './route/route-step.tsx';
import { StudentStep } from './student/student-step.tsx';
import { TermsStep } from './terms/terms-step.tsx';
import { useWizardState } from './wizard/use-wizard-state.ts';
import type { School } from './wizard/use-school.ts';
import { StepAside } from './step/step-aside.tsx';
import { PayBar, StepButtons } from './step/step-buttons.tsx';
import { WizardContext, type Wizard } from './wizard/wizard-context.ts';
import { useWizard } from './wizard/wizard-context.ts';
import type { Elements } from '#app/ui/elements.ts';

const names: Record<(typeof STEPS)[number], () => string> = {
  terms: m.contract_step_terms,
  student: m.contract_step_student,
  program: m.contract_step_program,
  route: m.contract_step_route,
  checkout: m.contract_step_checkout,
};

function titleOf({ step, draft }: Wizard): string {
  const name = draft.student.first_name.trim();
  if (step === 0) return m.contract_title_terms();
  if (step === 1 || !name) return m.contract_title_student();
  return { 2: m.contract_title_program, 3: m.contract_title_route, 4: m.contract_title_checkout }[step]({
    name,
  });
}

function SchoolLine({ wizard }: { wizard: Wizard }) {
  const { group, periodGroup, programs } = wizard.school;
  const program = programs.find((each) => each.id === wizard.draft.program.id);
  return (
    <SchoolTag path={group.path}>
      <span>{[group.text, program?.text, periodGroup.period.text].filter(Boolean).join(' · ')}</span>
    </SchoolTag>
  );
}

function stepContent(step: Step, askToLogIn: () => void): Elements {
  switch (step) {
    case 0:
      return <TermsStep askToLogIn={askToLogIn} />;
    case 1:
      return <StudentStep />;
    case 2:
      return <ProgramStep />;
    case 3:
      return <RouteStep />;
    case 4:
      return <CheckoutStep />;
  }
}

/** A new step focuses the heading for screen readers. */
function StepTitle({ step, children }: { step: Step; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(step);
  useEffect(() => {
    if (first.current === step) return;
    first.current = -1 as Step;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [step]);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className="mt-2 mb-5 text-xl font-extrabold outline-none sm:text-2xl focus:shadow-none"
    >
      {children}
    </h1>
  );
}

function LoginDialog({
  isOpen,
  onClose,
  onDone,
}: {
  isOpen: boolean;
  onClose: () => void;
  onDone: (how: LoginTab) => void;
}) {
  const { pathname, search } = useLocation();
  return (
    <Dialog open={isOpen} onClose={onClose} title={m.contract_login_title()} size="wide">
      <LoginBox
        tab="signup"
        message={m.contract_login_message()}
        redirectPath={pathname + search}
        onDone={onDone}
      />
    </Dialog>
  );
}

function Progress({ step }: { step: Step }) {
  const stops = STEPS.map((key, i) => ({
    key,
    label: names[key](),
    state: i < step ? ('done' as const) : i === step ? ('now' as const) : ('next' as const),
  }));
  return <ProgressLine label={m.contract_progress()} stops={stops} className="mb-8" />;
}

function UnreadableDraft({ onStart }: { onStart: () => void }) {
  return (
    <Notice tone="warning" role="alert" className="mb-6" title={m.contract_draft_unreadable_title()}>
      <p>{m.contract_draft_unreadable()}</p>
      <Button look="secondary" className="mt-2" onClick={onStart}>
        {m.contract_draft_unreadable_start()}
      </Button>
    </Notice>
  );
}

function SidePrice() {
  const { quote, priced, price_key, offer, school, step } = useWizard();
  if (!quote || !priced || !offer.prices || step < 3) return null;
  return (
    <PriceRail
      {...shownPrice(quote, priced, { price_key, tariff: offer.prices })}
      today={school.info.date}
      className="hidden lg:sticky lg:top-5 lg:block"
    />
  );
}

function useWizardLogin({ step, goTo }: Pick<Wizard, 'step' | 'goTo'>, saveDraft: () => void) {
  const [isOpen, setOpen] = useState(false);
  // Only the step after the login shows the welcome.
  const [welcome, setWelcome] = useState<LoginTab | null>(null);
  if (welcome !== null && step > 1) setWelcome(null);

  function afterLogin(how: LoginTab): void {
    // The login cleared the browser's storage; the draft in memory belongs to this family (W7).
    saveDraft();
    setOpen(false);
    setWelcome(how);
    goTo(1);
  }
  return { isOpen, setOpen, welcome, dismiss: () => setWelcome(null), afterLogin };
}

type BarSlotProps = { slot: (element: HTMLElement | null) => void; school: School };

function BarSlot({ slot, school }: BarSlotProps) {
  return (
    <div
      ref={slot}
      className={classNames(
        'z-30 roomy:sticky lg:hidden',
        isWithoutMoney(school.info) ? 'bottom-[2.1rem]' : 'bottom-0',
      )}
    />
  );
}

/** The five steps: title, progress, step, price, and buttons (contracts.md §2). */
export function WizardFrame({ school, isOwn }: { school: School; isOwn: boolean }) {
  const { isUnreadable, saveDraft, ...state } = useWizardState(school, isOwn);
  const [barSlot, setBarSlot] = useState<HTMLElement | null>(null);
  const wizard: Wizard = { ...state, barSlot };
  const { isAuthenticated } = useAuth();
  const { step, offer } = wizard;
  const login = useWizardLogin(wizard, saveDraft);
  return (
    <WizardContext value={wizard}>
      <div
        data-line={lineOf(school.group.path)}
        className="mx-auto max-w-page px-4 pt-6 pb-10 sm:px-8 lg:pb-16"
      >
        <SchoolLine wizard={wizard} />
        <StepTitle step={step}>{titleOf(wizard)}</StepTitle>
        <Progress step={step} />
        <div className="grid items-start gap-x-11 gap-y-8 lg:grid-cols-[minmax(0,40rem)_1fr]">
          <div className="group/step min-w-0">
            <BetterOffer />
            {isUnreadable && <UnreadableDraft onStart={wizard.startAnew} />}
            {login.welcome && step === 1 && (
              <WelcomeMessage welcome={login.welcome} className="mb-6" onDismiss={login.dismiss} />
            )}
            <ResumedCheckout />
            <TextChangeNotice />
            <EndedTermNotice />
            {Boolean(offer.error) && <LoadFailed error={offer.error} retry={offer.retry} />}
            {stepContent(step, () => login.setOpen(true))}
            {step < LAST_STEP && <StepButtons />}
          </div>
          <StepAside className="hidden lg:sticky lg:top-5 lg:block" />
          <SidePrice />
        </div>
      </div>
      {/* The bar rests above the footer at the end of the page, and on the sandbox banner while floating. */}
      <BarSlot slot={setBarSlot} school={school} />
      {step < LAST_STEP && <PayBar />}
      <LoginDialog
        isOpen={login.isOpen && !isAuthenticated}
        onClose={() => login.setOpen(false)}
        onDone={login.afterLogin}
      />
    </WizardContext>
  );
}

/** The reason to accept a changed text again (O4). */
function TextChangeNotice() {
  const { changed_text } = useWizard().draft.program;
  if (!changed_text) return null;
  return (
    <Notice tone="warning" role="alert" className="mb-6" title={m.contract_text_changed_title()}>
      {changed_text === 'contract' ? m.contract_text_changed_contract() : m.contract_text_changed_surge()}
    </Notice>
  );
}

/** The reason to choose a term again: the chosen term has ended (T7). */
function EndedTermNotice() {
  const { draft, step } = useWizard();
  const { ended_term } = draft.program;
  if (ended_term === null || step < 3) return null;
  return (
    <Notice tone="warning" role="alert" className="mb-6" title={m.contract_term_ended_title()}>
      {m.contract_term_ended({ term: ended_term })}
    </Notice>
  );
}

/** Staff may buy in the family's place; an offer has the family's own consent (OF3.12). */
function BetterOffer() {
  const { isImpersonating, user } = useAuth();
  if (!isImpersonating || !user) return null;
  return (
    <Notice tone="info" className="mb-6">
      <p className="mb-2">{m.contract_better_offer()}</p>
      <LeaveButton
        look="secondary"
        text={m.contract_make_offer()}
        act={() => stopImpersonating(`/admin/sell?family=${user.id}`)}
      />
    </Notice>
  );
}
