import { defineTexts } from '../lib/language/i18n.ts';

/** Words of the dashboard. */
export const dashboardText = defineTexts('dashboard', {
  pageTitle: 'Dashboard',
  morning: 'Good morning, {{name}}',
  afternoon: 'Good afternoon, {{name}}',
  evening: 'Good evening, {{name}}',
  currentBalance: 'Current Balance',
  callsThisMonth: 'Calls This Month',
  totalSpend: 'Total Spend',
  averageDuration: 'Average Duration',
  held: '{{held}} set aside for a call',
  allFree: 'All of it is yours to spend',
  noCallsYet: 'No calls yet this month',
  noAnswersYet: 'No answered calls yet this month',
  sameAsBefore: 'The same as last month',
  moreThanBefore: '{{percent}} more than last month',
  lessThanBefore: '{{percent}} less than last month',
  longerThanBefore: '{{percent}} longer than last month',
  shorterThanBefore: '{{percent}} shorter than last month',
  noneBefore: 'None last month to compare with',
  answered_one: '{{count}} answered',
  answered_other: '{{count}} answered',
  usageFailed: 'Failed to fetch usage',
  statsFailed: 'The figures of this month cannot be read',
  notTouched: 'Your balance was not touched.',
  tryAgain: 'Try again',

  recentCalls: 'Recent Calls',
  viewAll: 'View all calls',

  quickActions: 'Quick Actions',
  makeCall: 'Make a Call',
  echoTest: 'Test my sound',
  echoTestNote: 'The free echo, *43',
  addFunds: 'Add Funds',
  viewAnalytics: 'View Analytics',

  planTitle: '{{name}} plan',
  planBody: 'Your plan is active. You pay for the calls that you make, and nothing by the month.',
  planBodyPaid: 'Your plan is active. Its minutes are used before your balance.',
  practiceCredit: 'Practice credit {{amount}}: for calls to the sandbox network',
});
