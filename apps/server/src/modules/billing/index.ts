export { addBillingRoutes, type BillingDeps } from './routes.ts';
