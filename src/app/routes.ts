import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  layout('routes/layout.tsx', [
    index('routes/public/home/page.tsx'),
    route('about-us', 'routes/public/about-us/page.tsx'),
    route('technology', 'routes/public/technology/page.tsx'),
    route('employment', 'routes/public/employment/page.tsx'),
    route('employment/succes', 'routes/public/employment/success/page.tsx'),
    route('employment/success', 'routes/public/employment/success-redirect/page.tsx'),
    route('news', 'routes/public/news/page.tsx'),
    route('contact-us', 'routes/public/contact-us/page.tsx'),
    route('privacy-policy', 'routes/public/privacy-policy/page.tsx'),
    route('route-map/:map_key', 'routes/public/route-map/page.tsx'),

    route('login', 'routes/account/login/page.tsx'),
    route('forgot-password', 'routes/account/forgot-password/page.tsx'),
    route('reset-password', 'routes/account/reset-password/page.tsx'),
    route('verify-email', 'routes/account/verify-email/page.tsx'),

    layout('routes/data-layout.tsx', [
      route('contract', 'routes/contract/page.tsx'),
      route('verify-contract', 'routes/public/verify-contract/page.tsx'),
      route('order/success/:order_id', 'routes/contract/success/page.tsx'),

      route('dashboard', 'routes/dashboard/layout.tsx', [
        index('routes/dashboard/page.tsx'),
        route('profile', 'routes/dashboard/profile/page.tsx'),
        route('security', 'routes/dashboard/security/page.tsx'),
        ...prefix('students', [
          index('routes/dashboard/students/page.tsx'),
          route('create', 'routes/dashboard/students/student/page.tsx', { id: 'new-student' }),
          route('edit/:student_id', 'routes/dashboard/students/student/page.tsx'),
        ]),
        ...prefix('addresses', [
          index('routes/dashboard/addresses/page.tsx'),
          route('create', 'routes/dashboard/addresses/address/page.tsx', { id: 'new-address' }),
          route('edit/:address_id', 'routes/dashboard/addresses/address/page.tsx'),
        ]),
        ...prefix('orders', [
          index('routes/dashboard/orders/page.tsx'),
          route(':order_id', 'routes/dashboard/orders/order/page.tsx'),
          route(':order_id/contract', 'routes/dashboard/orders/contract/page.tsx'),
          route(':order_id/accept', 'routes/dashboard/orders/accept/page.tsx'),
          route(':order_id/receipt', 'routes/dashboard/orders/receipt/page.tsx'),
          route(':order_id/payments/:payment_id/pay', 'routes/dashboard/orders/pay/page.tsx'),
          route(':order_id/payments/:payment_id/edit', 'routes/office/payments/edit/page.tsx'),
        ]),
        ...prefix('payment-methods', [
          index('routes/dashboard/payment-methods/page.tsx'),
          route('create', 'routes/dashboard/payment-methods/create/page.tsx'),
          route('edit/:payment_method_id', 'routes/dashboard/payment-methods/edit/page.tsx'),
        ]),
        route('help', 'routes/dashboard/help/page.tsx'),
      ]),
      route('admin', 'routes/office/layout.tsx', [
        index('routes/office/page.tsx'),
        route('users/parents', 'routes/office/parents/page.tsx'),
        route('users/parents/:parent_id', 'routes/office/parents/parent/page.tsx'),
        route('requests', 'routes/office/requests/page.tsx'),
        route('requests/:request_id', 'routes/office/requests/request/page.tsx'),
        route('applications', 'routes/office/applications/page.tsx'),
        route('applications/:application_id', 'routes/office/applications/application/page.tsx'),
        route('aid', 'routes/office/aid/page.tsx'),
        route('approvals', 'routes/office/approvals/page.tsx'),
        route('payouts', 'routes/office/payouts/page.tsx'),
        route('reconciliation', 'routes/office/reconciliation/page.tsx'),
        route('owed', 'routes/office/owed/page.tsx'),
        route('money', 'routes/office/money/page.tsx'),
        route('audit', 'routes/office/audit/page.tsx'),
        route('content', 'routes/office/content/page.tsx'),
        route('congestion-fees', 'routes/office/congestion-fees/page.tsx'),
        route('clock', 'routes/office/clock/page.tsx'),
        route('security', 'routes/office/security/page.tsx'),
        route('staff', 'routes/office/members/page.tsx'),
      ]),
      route(':program_group_path', 'routes/public/program-home/page.tsx'),
    ]),

    route('not-found', 'routes/public/not-found/page.tsx'),
    route('*', 'routes/public/not-found/page.tsx', { id: 'unknown-path' }),
  ]),
] satisfies RouteConfig;
