export const legal = {
  termsTitle: 'Termos',
  termsLead:
    'O Farline é um programa que qualquer um pode hospedar. O contrato é entre você e {{operator}}. Estes são os termos que o próprio programa cumpre.',
  whoever: 'quem administra este serviço',
  termsPayTitle: 'Dinheiro',
  termsPay:
    'As chamadas são pagas antecipadamente, com o seu saldo. A tarifa que o telefone mostra é fixada quando a chamada é autorizada, e a chamada é cobrada por essa tarifa, nos blocos indicados ao lado dela, com um único arredondamento para cima no fim. Uma chamada sem resposta não custa nada. Uma taxa de conexão só é cobrada onde aparece. Não há taxa de desligamento, e o crédito não expira.',
  termsTrialTitle: 'Crédito de teste',
  termsTrial:
    'Uma conta nova pode receber crédito de teste ao confirmar o endereço, uma vez por pessoa. Ele só serve para a rede de testes, que se comporta como uma rede telefônica mas não é uma; não é dinheiro e não pode ser sacado.',
  termsUseTitle: 'Uso',
  termsUse:
    'Ligue para quem quer receber chamadas, mostre só números que sejam seus e não conte sua senha a ninguém. Chamadas para destinos caros ficam bloqueadas até serem liberadas para a sua conta.',
  termsEmergencyTitle: 'Sem chamadas de emergência',
  termsEmergency: 'O Farline não liga para serviços de emergência como 112, 911 ou 999. Tenha outro telefone à mão.',
  termsEndTitle: 'Encerramento',
  termsEnd:
    'Você pode deixar de usar o serviço quando quiser. O administrador pode encerrar uma conta usada para prejudicar outras pessoas.',
  privacyTitle: 'Privacidade',
  privacyLead: 'O que este programa guarda sobre você e o que não guarda.',
  privacyKeptTitle: 'O que é guardado',
  privacyKept:
    'Seu nome, seu endereço de e-mail e, se você os informou, seu telefone e uma foto. Sua senha, só como um hash que não pode ser revertido; suas chaves de acesso, o segredo do seu aplicativo autenticador e aquilo com que se verificam as senhas dos seus telefones SIP. De cada chamada: os números, os horários, como terminou, a qualidade do som, a rota usada e quanto custou. Seus pagamentos, faturas e recibos, com o endereço e o número fiscal que você informou para eles; de um cartão salvo, a bandeira, os quatro últimos dígitos e a validade. Do código e do link que confirmam seu endereço, os hashes, até serem usados ou passar um dia; uma conta cujo endereço ninguém confirma em uma semana é encerrada, e seu nome e endereço são apagados. Para dar o crédito de teste uma só vez a cada pessoa: hashes do endereço, do navegador e do cartão. Das mensagens: o que dizem, com quem foram trocadas e o que aconteceu com elas. As mensagens de voz que deixam para você, com o áudio, até você excluí-las. As pessoas dos seus contatos, com suas anotações. As saudações que você gravou. Seus números de outros lugares, e o hash do código que os verificou. Para as notificações, os endereços dos seus navegadores e apps SIP nos serviços de push.',
  privacyAccessTitle: 'De onde você entra',
  privacyAccess:
    'A cada vez que você entra: seu endereço de rede e como seu navegador se identifica. O endereço também é guardado com as mudanças importantes na sua conta, e aparece na notificação e no e-mail sobre um novo acesso. Esses registros permanecem quando a conta é encerrada.',
  privacyNotTitle: 'O que não é guardado',
  privacyNot:
    'As chamadas não são gravadas nem ouvidas; do correio de voz, guarda-se só o que quem liga deixa. Nestas páginas não há rastreadores, publicidade, nem fontes ou scripts de outras empresas. A pessoa para quem você liga nunca vê seu endereço IP.',
  privacyBrowserTitle: 'No seu navegador',
  privacyBrowser:
    'Um token no armazenamento local e um cookie que só nosso servidor pode ler mantêm você conectado. A menos que você tenha desmarcado “Lembrar de mim”, também fica guardado o que você viu por último, para quando não houver rede: seu perfil, saldo, uso, últimas chamadas e contatos. Se desmarcou, outro cookie faz a sessão terminar com o navegador. Mensagens ainda não enviadas, rascunhos não salvos e o modo de exibir suas listas aguardam no armazenamento local. Sair da conta remove tudo isso. O que você escolheu para este navegador permanece: tema, idioma, dispositivos de som, notificações, se o telefone fica aberto e se seu número é ocultado; também os identificadores das suas duas primeiras chamadas. Mais um cookie, guardado por 400 dias, indica que este navegador já abriu uma conta, para que o crédito de teste seja dado uma só vez.',
  privacyOthersTitle: 'Quem mais vê algo',
  privacyOthers:
    'A operadora que completa uma chamada vê o número que você disca e o que mostra. O administrador pode ver os registros acima. A operadora de uma mensagem também a lê. Se este site pode notificar você, o serviço de push do seu navegador repassa as notificações; elas são criptografadas, e ele não consegue lê-las. Quem tem o link de uma mensagem de voz que você compartilhou pode ouvi-la e, se você escolheu assim, ver quem ligou. “Testar os recursos WebRTC” consulta um servidor STUN público do Google, que então vê seu endereço de rede.',
  privacyTranscriptTitle: 'Transcrição das mensagens de voz',
  privacyTranscriptElsewhere:
    'Este serviço envia o áudio das mensagens de voz a {{host}}, que transcreve o que foi dito e devolve o texto. O que {{host}} guarda disso está nos termos do próprio serviço. A transcrição fica aqui com a mensagem e é excluída com ela.',
  privacyTranscriptHere:
    'Um programa na mesma máquina que este serviço transcreve o que foi dito nas mensagens de voz. A transcrição fica com a mensagem e é excluída com ela.',

  whoTitle: 'Quem administra este serviço',
  whoEmail: 'Escreva para {{email}}',
  whoTax: 'Número fiscal {{taxId}}',
  whoUnknown: 'Quem administra este serviço não disse quem é. Não adicione saldo antes de saber.',
  whoMissing: 'Não foi possível carregar quem administra este serviço. Recarregue a página para tentar de novo.',
};
