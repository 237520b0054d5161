export const webrtcTest = {
  part_microphone: 'Micro',
  live_starting: 'En attente de votre micro',
  signIn: 'Se connecter',
  getStarted: 'Commencer',
  grade_good: 'Bon',
  grade_fair: 'Passable',
  grade_poor: 'Mauvais',
};
