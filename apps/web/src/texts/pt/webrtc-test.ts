export const webrtcTest = {
  part_microphone: 'Microfone',
  live_starting: 'Aguardando seu microfone',
  signIn: 'Entrar',
  getStarted: 'Começar',
  grade_good: 'Bom',
  grade_fair: 'Razoável',
  grade_poor: 'Ruim',
};
