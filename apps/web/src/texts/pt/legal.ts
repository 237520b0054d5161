export const legal = {
  termsTitle: 'Termos',
  termsLead:
    'O Farline é um programa que qualquer um pode hospedar. O contrato é entre você e quem administra o Farline deste endereço. Estes são os termos que o próprio programa cumpre.',
  termsPayTitle: 'Dinheiro',
  termsPay:
    'As chamadas são pagas do seu saldo, antecipadamente. A tarifa que o telefone mostra é congelada quando a chamada é autorizada, e ela é cobrada por essa tarifa, nos passos impressos ao lado, arredondada para cima uma única vez no fim. Uma chamada sem resposta não custa nada. Não há taxa de desligamento, e o crédito não expira.',
  termsTrialTitle: 'Crédito de teste',
  termsTrial:
    'Uma conta nova recebe crédito de teste, uma vez por pessoa. Ele alcança só a rede de treino, que se comporta como rede telefônica e não é uma; não é pago em dinheiro.',
  termsUseTitle: 'Uso',
  termsUse:
    'Ligue para quem quer receber ligações, mostre só números que sejam seus e guarde sua senha para si. Chamadas para destinos caros ficam fechadas até serem abertas para sua conta.',
  termsEmergencyTitle: 'Sem chamadas de emergência',
  termsEmergency: 'O Farline não alcança serviços de emergência como 112, 911 ou 999. Tenha outro telefone à mão.',
  termsEndTitle: 'Encerramento',
  termsEnd:
    'Você pode parar quando quiser. Quem administra este Farline pode encerrar uma conta usada para prejudicar outros.',
  privacyTitle: 'Privacidade',
  privacyLead: 'O que este programa guarda sobre você e o que não guarda.',
  privacyKeptTitle: 'O que é guardado',
  privacyKept:
    'Seu nome, e-mail e, se informou, seu telefone. Sua senha, só como um hash que não pode ser revertido. De cada chamada: os números, os horários, como terminou, a rota que a levou e quanto custou. Do código e do link que confirmam seu endereço, os hashes, até serem usados ou passar um dia; uma conta cujo endereço ninguém confirma em uma semana é encerrada, e seu nome e endereço são apagados. Para dar o crédito de teste uma só vez a cada pessoa: hashes do endereço, do navegador e do cartão. Das mensagens: o que dizem, com quem foram e o que aconteceu com elas. As mensagens de voz que deixam para você, com o som, até você apagá-las. As pessoas dos seus contatos, com suas anotações. As saudações que você gravou. Seus números de outros lugares, e o hash do código que os verificou. Para os avisos, os endereços dos seus navegadores nos serviços de notificação.',
  privacyNotTitle: 'O que não é',
  privacyNot:
    'As chamadas não são gravadas nem ouvidas; da caixa postal, guarda-se só o que quem liga deixa. Nestas páginas não há rastreadores, publicidade, nem fontes ou scripts de outras empresas. A pessoa para quem você liga nunca vê seu endereço de internet.',
  privacyBrowserTitle: 'No seu navegador',
  privacyBrowser:
    'Um token no armazenamento local e um cookie que só nosso servidor pode ler mantêm você conectado; as cores e o idioma escolhidos ficam ao lado deles. Sair remove o token. Um segundo cookie, guardado por 400 dias, indica que este navegador já abriu uma conta, para dar o crédito de teste uma só vez.',
  privacyOthersTitle: 'Quem mais vê algo',
  privacyOthers:
    'A operadora que completa uma chamada vê o número que você disca e o que mostra. Quem administra este Farline pode ver os registros acima. A operadora de uma mensagem também a lê. Se este site pode notificar você, o serviço do seu navegador repassa os avisos criptografados e não consegue lê-los. Quem tem o link de uma mensagem de voz que você compartilhou pode ouvi-la, e vê quem ligou se você escolheu assim.',
  privacyTranscriptTitle: 'Transcrição das mensagens de voz',
  privacyTranscriptElsewhere:
    'Este Farline envia o som das mensagens de voz a {{host}}, que escreve o que foi dito e devolve o texto. O que {{host}} guarda disso está nos termos do próprio serviço. A transcrição fica aqui com a mensagem e é apagada com ela.',
  privacyTranscriptHere:
    'Um programa ao lado deste Farline, na mesma máquina, escreve o que foi dito nas mensagens de voz. A transcrição fica com a mensagem e é apagada com ela.',

  whoTitle: 'Quem administra este Farline',
  whoEmail: 'Escreva para {{email}}',
  whoTax: 'Número fiscal {{taxId}}',
  whoUnknown: 'Quem administra este Farline não disse quem é. Não adicione dinheiro antes de saber.',
  whoMissing: 'Não foi possível perguntar agora quem o administra. Recarregue a página para tentar de novo.',
};
