export { createPlans } from './create-plans.ts';
export { seedPlans } from './seed-plans.ts';
