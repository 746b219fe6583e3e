import { PAYMENT_RETURN } from '#kit/pages/payment-return.ts';

/** One page of the site: its name, its path pattern, and how its HTML is made. */
export type Page = {
  readonly name: string;
  readonly path: string;
  /** public, and built as a finished HTML file */
  readonly prerendered?: true;
  /**
   * `form` is built finished as well, and what is typed before its scripts have started is kept
   * (shell/early-acts.ts); `shell` is built without what belongs to a family, which its calls bring;
   * `served` is finished by the server, with what the season says (decision 52); where it is public too, the
   * build's page stands in until then. Without any of them the page is drawn by its scripts alone.
   */
  readonly html?: 'form' | 'shell' | 'served';
  /** parameters of the address with which the finished page would not be the one that was asked for */
  readonly changedBy?: readonly string[];
  /**
   * cards and accounts are entered here: where they are typed into the processor's own fields, the server
   * answers this page with leave for the processor's script (S20)
   */
  readonly pays?: true;
  /** the wallets of the browser (Apple Pay, Google Pay) are offered here, so the page may ask them (MS12) */
  readonly wallets?: true;
};

/**
 * Every page (accounts.md §2, contracts.md §2). The server answers a deeper path that matches none
 * of these with 404; the router gives each its module in routes.ts, and a test keeps the two equal.
 */
export const pages: readonly Page[] = [
  { name: 'home', path: '/', prerendered: true, html: 'served' },
  { name: 'aboutUs', path: '/about-us', prerendered: true },
  { name: 'technology', path: '/technology', prerendered: true },
  { name: 'employment', path: '/employment', prerendered: true },
  { name: 'employment.success', path: '/employment/succes', prerendered: true },
  { name: 'employment.success.corrected', path: '/employment/success' },
  { name: 'news', path: '/news', prerendered: true, html: 'served' },
  { name: 'contactUs', path: '/contact-us', prerendered: true },
  { name: 'privacyPolicy', path: '/privacy-policy', prerendered: true },
  { name: 'routeMap', path: '/route-map/:map_key' },
  { name: 'login', path: '/login', html: 'form', changedBy: ['tab', 'message'] },
  { name: 'forgotPassword', path: '/forgot-password' },
  { name: 'resetPassword', path: '/reset-password' },
  { name: 'verifyEmail', path: '/verify-email' },
  { name: 'undoEmailChange', path: '/undo-email-change' },
  { name: 'accountDeleted', path: '/account-deleted' },
  { name: 'contract', path: '/contract', html: 'served', pays: true, wallets: true },
  { name: 'verifyContract', path: '/verify-contract' },
  { name: 'order.success', path: '/order/success/:order_id' },
  { name: 'order.return', path: PAYMENT_RETURN },
  { name: 'dashboard', path: '/dashboard', html: 'shell' },
  { name: 'profile', path: '/dashboard/profile', html: 'shell' },
  { name: 'security', path: '/dashboard/security', html: 'shell' },
  { name: 'students', path: '/dashboard/students', html: 'shell' },
  { name: 'student.create', path: '/dashboard/students/create', html: 'shell' },
  { name: 'student.edit', path: '/dashboard/students/edit/:student_id' },
  { name: 'addresses', path: '/dashboard/addresses', html: 'shell' },
  { name: 'address.create', path: '/dashboard/addresses/create', html: 'shell' },
  { name: 'address.edit', path: '/dashboard/addresses/edit/:address_id' },
  { name: 'orders', path: '/dashboard/orders', html: 'shell' },
  { name: 'statement', path: '/dashboard/statements/:year' },
  {
    name: 'offer',
    path: '/dashboard/offers/:offer_id',
    pays: true,
    wallets: true,
  },
  { name: 'order.view', path: '/dashboard/orders/:order_id' },
  { name: 'order.contract', path: '/dashboard/orders/:order_id/contract' },
  { name: 'order.accept', path: '/dashboard/orders/:order_id/accept' },
  { name: 'order.amendment', path: '/dashboard/orders/:order_id/amendment' },
  { name: 'order.view.receipt', path: '/dashboard/orders/:order_id/receipt' },
  { name: 'order.edit.payment', path: '/dashboard/orders/:order_id/payments/:payment_id/edit' },
  {
    name: 'order.payment.pay',
    path: '/dashboard/orders/:order_id/payments/:payment_id/pay',
    pays: true,
    wallets: true,
  },
  { name: 'paymentMethods', path: '/dashboard/payment-methods', html: 'shell' },
  { name: 'paymentMethod.create', path: '/dashboard/payment-methods/create', html: 'shell', pays: true },
  { name: 'paymentMethod.edit', path: '/dashboard/payment-methods/edit/:payment_method_id' },
  { name: 'help', path: '/dashboard/help', html: 'shell' },
  { name: 'admin', path: '/admin', html: 'shell' },
  { name: 'admin.parents', path: '/admin/users/parents', html: 'shell' },
  { name: 'admin.parent', path: '/admin/users/parents/:parent_id' },
  { name: 'admin.worklist', path: '/admin/worklist', html: 'shell' },
  { name: 'admin.waiting', path: '/admin/waiting', html: 'shell' },
  { name: 'admin.requests', path: '/admin/requests', html: 'shell' },
  { name: 'admin.request', path: '/admin/requests/:request_id' },
  { name: 'admin.applications', path: '/admin/applications', html: 'shell' },
  { name: 'admin.application', path: '/admin/applications/:application_id' },
  { name: 'admin.aid', path: '/admin/aid', html: 'shell' },
  { name: 'admin.awards', path: '/admin/awards', html: 'shell' },
  { name: 'admin.approvals', path: '/admin/approvals', html: 'shell' },
  { name: 'admin.order', path: '/admin/orders/:order_id' },
  { name: 'admin.order.payment', path: '/admin/orders/:order_id/payments/:payment_id' },
  { name: 'admin.order.change', path: '/admin/orders/:order_id/change' },
  { name: 'admin.amendments', path: '/admin/amendments', html: 'shell' },
  { name: 'admin.students', path: '/admin/students', html: 'shell' },
  { name: 'admin.student', path: '/admin/students/:student_id' },
  { name: 'admin.student.edit', path: '/admin/students/:student_id/edit' },
  { name: 'admin.orders', path: '/admin/orders', html: 'shell' },
  { name: 'admin.payments', path: '/admin/payments', html: 'shell' },
  { name: 'admin.refunds', path: '/admin/refunds', html: 'shell' },
  { name: 'admin.owed', path: '/admin/owed', html: 'shell' },
  { name: 'admin.offers', path: '/admin/offers', html: 'shell' },
  { name: 'admin.offer', path: '/admin/offers/:offer_id' },
  { name: 'admin.sell', path: '/admin/sell', html: 'shell' },
  { name: 'admin.paper', path: '/admin/paper', html: 'shell' },
  { name: 'admin.money', path: '/admin/money', html: 'shell' },
  { name: 'admin.payouts', path: '/admin/payouts', html: 'shell' },
  { name: 'admin.payout', path: '/admin/payouts/:payout_ref' },
  { name: 'admin.reconciliation', path: '/admin/reconciliation', html: 'shell' },
  { name: 'admin.seasonReport', path: '/admin/reports/season', html: 'shell' },
  { name: 'admin.statements', path: '/admin/reports/statements', html: 'shell' },
  { name: 'admin.ledger', path: '/admin/reports/ledger', html: 'shell' },
  { name: 'admin.journal', path: '/admin/reports/ledger/journal', html: 'shell' },
  { name: 'admin.audit', path: '/admin/audit', html: 'shell' },
  { name: 'admin.mails', path: '/admin/mails', html: 'shell' },
  { name: 'admin.health', path: '/admin/health', html: 'shell' },
  { name: 'admin.seasons', path: '/admin/seasons', html: 'shell' },
  { name: 'admin.season', path: '/admin/seasons/:season_id' },
  { name: 'admin.checks', path: '/admin/seasons/:season_id/checks' },
  { name: 'admin.preview', path: '/admin/preview' },
  { name: 'admin.season.texts', path: '/admin/seasons/:season_id/texts' },
  { name: 'admin.text', path: '/admin/texts/:field/:owner' },
  { name: 'admin.many', path: '/admin/seasons/:season_id/many' },
  { name: 'admin.rollOver', path: '/admin/seasons/:season_id/roll-over' },
  { name: 'admin.content', path: '/admin/content', html: 'shell' },
  { name: 'admin.schools', path: '/admin/schools', html: 'shell' },
  { name: 'admin.school', path: '/admin/schools/:school_id' },
  { name: 'admin.company', path: '/admin/company', html: 'shell' },
  { name: 'admin.seasonImport', path: '/admin/seasons/import', html: 'shell' },
  { name: 'admin.changes', path: '/admin/changes', html: 'shell' },
  { name: 'admin.change', path: '/admin/changes/:change_id' },
  { name: 'admin.congestionFees', path: '/admin/congestion-fees', html: 'shell' },
  { name: 'admin.clock', path: '/admin/clock', html: 'shell' },
  { name: 'admin.rehearsals', path: '/admin/rehearsals', html: 'shell' },
  { name: 'admin.rehearsal', path: '/admin/rehearsals/:rehearsal_id' },
  { name: 'admin.staff', path: '/admin/staff', html: 'shell' },
  { name: 'admin.security', path: '/admin/security', html: 'shell' },
  { name: 'notFound', path: '/not-found' },
  // A single unknown segment may be a school's path, so it always gets the application (W6), with 404 for
  // an unknown school (MO10).
  { name: 'program.home', path: '/:program_group_path', html: 'served' },
];

export const prerenderedPaths: readonly string[] = pages
  .filter((page) => page.prerendered)
  .map((page) => page.path);

/** The pages that the build makes beside the public ones. */
export const builtPages: readonly Page[] = pages.filter(({ html }) => html === 'form' || html === 'shell');

/** When a finished page starts its application, for a visitor without a stored login. */
export type LaterStart = {
  /** the page is made for its whole address, query included */
  isForAddress: boolean;
};

/** @returns undefined for a page that starts its application with the document */
export function startsLater({ name, html, prerendered }: Page): LaterStart | undefined {
  if (!prerendered && html !== 'form' && html !== 'served') return undefined;
  return { isForAddress: html === 'served' && name !== 'home' };
}

const NOT_SEARCHED = ['employment.success'];

/** The pages that a stranger may find by searching. */
export const searchablePaths: readonly string[] = pages
  .filter((page) => page.prerendered && !NOT_SEARCHED.includes(page.name))
  .map((page) => page.path);

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  return (
    wanted.length === given.length && wanted.every((part, i) => part.startsWith(':') || part === given[i])
  );
}

/** The page that a path belongs to; undefined for a path that is to be answered with 404 (W6). */
export function findPage(path: string): Page | undefined {
  return pages.find((page) => matches(page.path, path));
}
