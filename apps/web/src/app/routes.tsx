import type { ComponentType } from 'react';
import { Route, Routes } from 'react-router';
import { loadable } from '../ui/later/later.tsx';
import { Layout } from './layout.tsx';
import { DisabledUntilHydrated } from './disabled-until-hydrated.tsx';
import { OnlySignedIn, OnlySignedOut } from './session-gates.tsx';

/** Loads a page when it is first visited. */
const page = (load: () => Promise<{ Page: ComponentType }>) =>
  loadable(async () => {
    const { Page } = await load();
    return () => (
      <DisabledUntilHydrated>
        <Page />
      </DisabledUntilHydrated>
    );
  });

const Landing = page(() => import('../pages/landing.tsx'));
const Pricing = page(() => import('../pages/pricing.tsx'));
const PricingCountry = page(() => import('../pages/pricing-country.tsx'));
const Terms = page(() => import('../pages/terms.tsx'));
const Privacy = page(() => import('../pages/privacy.tsx'));
const ForgotPassword = page(() => import('../pages/forgot-password.tsx'));
const ResetPassword = page(() => import('../pages/reset-password.tsx'));
const ConfirmEmail = page(() => import('../pages/confirm-email.tsx'));
const Status = page(() => import('../pages/status.tsx'));
const Help = page(() => import('../pages/help.tsx'));
const Login = page(() => import('../pages/login.tsx'));
const Register = page(() => import('../pages/register.tsx'));
const Dashboard = page(() => import('../pages/dashboard.tsx'));
const Contacts = page(() => import('../pages/contacts.tsx'));
const Calls = page(() => import('../pages/calls.tsx'));
const OneCall = page(() => import('../pages/call.tsx'));
const Messages = page(() => import('../pages/messages.tsx'));
const Numbers = page(() => import('../pages/numbers.tsx'));
const NumberRule = page(() => import('../pages/number-rule.tsx'));
const Broadcasts = page(() => import('../pages/broadcasts.tsx'));
const Analytics = page(() => import('../pages/analytics.tsx'));
const Billing = page(() => import('../pages/billing.tsx'));
const Settings = page(() => import('../pages/settings.tsx'));
const WebrtcTest = page(() => import('../pages/webrtc-test.tsx'));
const ApiTest = page(() => import('../pages/api-test.tsx'));
const CallingCardsIvrTest = page(() => import('../pages/calling-cards-ivr-test.tsx'));
const Receipt = page(() => import('../pages/receipt.tsx'));
const NotFound = page(() => import('../pages/not-found.tsx'));

/** Pages whose frame comes with the document (app/first-frame.tsx), by their addresses. */
export const FRAMED_PAGES: ReadonlyMap<string, { load: () => Promise<unknown> }> = new Map([['/dashboard', Dashboard]]);

/** Every page of the product. The landing page is lazy too: signed-in visitors never load it. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path="/" element={<Landing />} />
        <Route path="/pricing" element={<Pricing />} />
        <Route path="/pricing/:code" element={<PricingCountry />} />
        <Route path="/terms" element={<Terms />} />
        <Route path="/privacy" element={<Privacy />} />
        <Route path="/forgot-password" element={<ForgotPassword />} />
        <Route path="/reset-password" element={<ResetPassword />} />
        <Route path="/confirm-email" element={<ConfirmEmail />} />
        <Route path="/status" element={<Status />} />
        <Route path="/help" element={<Help />} />
        <Route path="/receipts/:id" element={<Receipt />} />
        <Route path="/webrtc-test" element={<WebrtcTest />} />
        <Route path="/api-test" element={<ApiTest />} />
        <Route path="/calling-cards-ivr-test" element={<CallingCardsIvrTest />} />
        <Route element={<OnlySignedOut />}>
          <Route path="/login" element={<Login />} />
          <Route path="/register" element={<Register />} />
        </Route>
        <Route element={<OnlySignedIn />}>
          <Route path="/dashboard" element={<Dashboard />} />
          <Route path="/calls" element={<Calls />} />
          <Route path="/calls/:id" element={<OneCall />} />
          <Route path="/contacts" element={<Contacts />} />
          <Route path="/messages/broadcasts/:id?" element={<Broadcasts />} />
          <Route path="/messages/:peer?" element={<Messages />} />
          <Route path="/messages/voicemail/:voicemail" element={<Messages />} />
          <Route path="/numbers" element={<Numbers />} />
          <Route path="/numbers/:number/rule" element={<NumberRule />} />
          <Route path="/analytics" element={<Analytics />} />
          <Route path="/billing/:part?" element={<Billing />} />
          <Route path="/settings/:part?" element={<Settings />} />
        </Route>
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
