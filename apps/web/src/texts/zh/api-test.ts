export const apiTest = {
  state_failed: '失败',
};
