import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  layout('routes/shell.tsx', [
    index('routes/public/home.tsx'),
    route('about-us', 'routes/public/about-us.tsx'),
    route('technology', 'routes/public/technology.tsx'),
    route('employment', 'routes/public/employment.tsx'),
    route('employment/succes', 'routes/public/employment-success.tsx'),
    route('employment/success', 'routes/public/employment-success-corrected.tsx'),
    route('news', 'routes/public/news.tsx'),
    route('contact-us', 'routes/public/contact-us.tsx'),
    route('privacy-policy', 'routes/public/privacy-policy.tsx'),

    route('login', 'routes/account/login.tsx'),
    route('forgot-password', 'routes/account/forgot-password.tsx'),
    route('reset-password', 'routes/account/reset-password.tsx'),
    route('verify-email', 'routes/account/verify-email.tsx'),

    layout('routes/with-data.tsx', [
      route('contract', 'routes/contract/contract.tsx'),
      route('verify-contract', 'routes/public/verify-contract.tsx'),
      route('order/success/:orderId', 'routes/contract/order-success.tsx'),

      route('dashboard', 'routes/dashboard/dashboard.tsx', [
        index('routes/dashboard/to-profile.tsx'),
        route('profile', 'routes/dashboard/profile.tsx'),
        ...prefix('students', [
          index('routes/dashboard/students.tsx'),
          route('create', 'routes/dashboard/student-create.tsx'),
          route('edit/:studentId', 'routes/dashboard/student-edit.tsx'),
        ]),
        ...prefix('addresses', [
          index('routes/dashboard/addresses.tsx'),
          route('create', 'routes/dashboard/address-create.tsx'),
          route('edit/:addressId', 'routes/dashboard/address-edit.tsx'),
        ]),
        ...prefix('orders', [
          index('routes/dashboard/orders.tsx'),
          route(':orderId', 'routes/dashboard/orders-order.tsx'),
          route(':orderId/contract', 'routes/dashboard/orders-contract.tsx'),
          route(':orderId/receipt', 'routes/dashboard/orders-receipt.tsx'),
          route(':orderId/payments/:paymentId/edit', 'routes/dashboard/order-payment-edit.tsx'),
        ]),
        ...prefix('payment-methods', [
          index('routes/dashboard/payment-methods.tsx'),
          route('create', 'routes/dashboard/payment-method-create.tsx'),
          route('edit/:paymentMethodId', 'routes/dashboard/payment-method-edit.tsx'),
        ]),
        route('help', 'routes/dashboard/help.tsx'),
      ]),
      route('admin', 'routes/admin/admin.tsx', [
        index('routes/admin/overview.tsx'),
        route('users/parents', 'routes/admin/parents.tsx'),
        route('users/parents/:parentId', 'routes/admin/parent.tsx'),
        route('requests', 'routes/admin/requests.tsx'),
        route('requests/:requestId', 'routes/admin/request.tsx'),
        route('applications', 'routes/admin/applications.tsx'),
        route('applications/:applicationId', 'routes/admin/application.tsx'),
        route('owed', 'routes/admin/owed.tsx'),
        route('audit', 'routes/admin/audit.tsx'),
        route('content', 'routes/admin/content.tsx'),
        route('congestion-fees', 'routes/admin/congestion-fees.tsx'),
        route('clock', 'routes/admin/clock.tsx'),
        route('staff', 'routes/admin/staff.tsx'),
      ]),
      route(':programGroupPath', 'routes/public/program-home.tsx'),
    ]),

    route('not-found', 'routes/public/not-found.tsx'),
    route('*', 'routes/public/not-found.tsx', { id: 'unknown-path' }),
  ]),
] satisfies RouteConfig;
