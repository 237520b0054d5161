export const webrtcTest = {
  signIn: 'Entrar',
  getStarted: 'Começar',
};
