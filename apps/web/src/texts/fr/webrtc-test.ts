export const webrtcTest = {
  signIn: 'Se connecter',
  getStarted: 'Commencer',
};
