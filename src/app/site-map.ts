/** One page of the site: its name, its path pattern, and whether it is built as a finished HTML file. */
export type Page = { readonly name: string; readonly path: string; readonly prerendered?: true };

/**
 * Every page (accounts.md §2, contracts.md §2). The server answers a deeper path that matches none
 * of these with 404; the router gives each its module in routes.ts, and a test keeps the two equal.
 */
export const pages: readonly Page[] = [
  { name: 'home', path: '/', prerendered: true },
  { name: 'aboutUs', path: '/about-us', prerendered: true },
  { name: 'technology', path: '/technology', prerendered: true },
  { name: 'employment', path: '/employment', prerendered: true },
  { name: 'employment.success', path: '/employment/succes', prerendered: true },
  { name: 'employment.success.corrected', path: '/employment/success' },
  { name: 'news', path: '/news', prerendered: true },
  { name: 'contactUs', path: '/contact-us', prerendered: true },
  { name: 'privacyPolicy', path: '/privacy-policy', prerendered: true },
  { name: 'routeMap', path: '/route-map/:map_key' },
  // Pages with a form are not finished at build: what is typed before the scripts have started would be lost.
  { name: 'login', path: '/login' },
  // Not finished beforehand: its form must not be sent by the browser before the application has started.
  { name: 'forgotPassword', path: '/forgot-password' },
  { name: 'resetPassword', path: '/reset-password' },
  { name: 'verifyEmail', path: '/verify-email' },
  { name: 'contract', path: '/contract' },
  { name: 'verifyContract', path: '/verify-contract' },
  { name: 'order.success', path: '/order/success/:order_id' },
  { name: 'dashboard', path: '/dashboard' },
  { name: 'profile', path: '/dashboard/profile' },
  { name: 'students', path: '/dashboard/students' },
  { name: 'student.create', path: '/dashboard/students/create' },
  { name: 'student.edit', path: '/dashboard/students/edit/:student_id' },
  { name: 'addresses', path: '/dashboard/addresses' },
  { name: 'address.create', path: '/dashboard/addresses/create' },
  { name: 'address.edit', path: '/dashboard/addresses/edit/:address_id' },
  { name: 'orders', path: '/dashboard/orders' },
  { name: 'order.view', path: '/dashboard/orders/:order_id' },
  { name: 'order.contract', path: '/dashboard/orders/:order_id/contract' },
  { name: 'order.view.receipt', path: '/dashboard/orders/:order_id/receipt' },
  { name: 'order.edit.payment', path: '/dashboard/orders/:order_id/payments/:payment_id/edit' },
  { name: 'paymentMethods', path: '/dashboard/payment-methods' },
  { name: 'paymentMethod.create', path: '/dashboard/payment-methods/create' },
  { name: 'paymentMethod.edit', path: '/dashboard/payment-methods/edit/:payment_method_id' },
  { name: 'help', path: '/dashboard/help' },
  { name: 'admin', path: '/admin' },
  { name: 'admin.parents', path: '/admin/users/parents' },
  { name: 'admin.parent', path: '/admin/users/parents/:parent_id' },
  { name: 'admin.requests', path: '/admin/requests' },
  { name: 'admin.request', path: '/admin/requests/:request_id' },
  { name: 'admin.applications', path: '/admin/applications' },
  { name: 'admin.application', path: '/admin/applications/:application_id' },
  { name: 'admin.owed', path: '/admin/owed' },
  { name: 'admin.audit', path: '/admin/audit' },
  { name: 'admin.content', path: '/admin/content' },
  { name: 'admin.congestionFees', path: '/admin/congestion-fees' },
  { name: 'admin.clock', path: '/admin/clock' },
  { name: 'admin.staff', path: '/admin/staff' },
  { name: 'notFound', path: '/not-found' },
  // A single unknown segment is a school's path, so it always gets the application (W6).
  { name: 'program.home', path: '/:program_group_path' },
];

export const prerenderedPaths: readonly string[] = pages
  .filter((page) => page.prerendered)
  .map((page) => page.path);

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
