export const callTerms = {
  steps: '首段按 {{first}} 秒计费，之后每 {{next}} 秒一段',
  stepsEven: '按每 {{next}} 秒一段计费',
  minimum: '至少 {{seconds}} 秒',
  fee: '接通费 {{fee}}',
};
