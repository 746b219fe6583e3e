import { defineConfig } from '@playwright/test';
import { browserLaunch } from './tests/support/browser.ts';

// The journeys share one portal that global setup starts; each test signs up its own family.
export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/support/portal-for-journeys.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    baseURL: process.env.PORTAL_URL,
    viewport: { width: 1280, height: 900 },
    actionTimeout: 10_000,
    screenshot: 'only-on-failure',
    launchOptions: await browserLaunch(),
  },
});
