export { AddFunds } from './add-funds.tsx';
export { AllowanceList } from './allowance-list.tsx';
export { NoPractice } from './no-practice.tsx';
