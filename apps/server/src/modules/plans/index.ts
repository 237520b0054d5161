export { everyPlanChargeOf } from './export-plans.ts';
export { addBillingRoutes, type BillingDeps } from './routes.ts';
export { seedPlans } from './seed-plans.ts';
export { createSubscriptions } from './subscriptions.ts';
