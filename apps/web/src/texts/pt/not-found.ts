export const notFound = {
  title: 'Página não encontrada',
  body: 'Não há nenhuma página neste endereço. O número chamado, por assim dizer, não existe.',
  home: 'Ir para o início',
  dashboard: 'Painel',
};
