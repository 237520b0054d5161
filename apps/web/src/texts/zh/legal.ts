export const legal = {
  termsTitle: '条款',
  termsLead: 'Farline 是任何人都能托管的软件。合同是你与此网址上 Farline 的运营者之间的。以下是软件本身遵守的条款。',
  termsPayTitle: '费用',
  termsPay:
    '通话从余额中预付。电话上显示的费率在通话获准时锁定，并按该费率及其旁标明的计费段收费，最后只向上取整一次。未接通不收费。没有挂断费，余额不会过期。',
  termsTrialTitle: '试用金',
  termsTrial: '新账户获得试用金，每人一次。它只能用于练习网络，该网络表现如电话网但并不是；试用金不能兑现。',
  termsUseTitle: '使用',
  termsUse: '只给愿意接电话的人打电话，只显示属于你的号码，密码不要告诉他人。昂贵目的地在为你的账户开通之前保持关闭。',
  termsEmergencyTitle: '无法拨打紧急电话',
  termsEmergency: 'Farline 无法接通 112、911 或 999 等紧急服务。请在手边备有其他电话。',
  termsEndTitle: '终止',
  termsEnd: '你可以随时停止使用。此 Farline 的运营者可以关闭被用来伤害他人的账户。',
  privacyTitle: '隐私',
  privacyLead: '此软件保存和不保存哪些关于你的信息。',
  privacyKeptTitle: '保存的内容',
  privacyKept:
    '你的姓名、邮箱，以及你提供的电话号码。密码只保存为无法还原的散列值。每次通话：号码、时间、如何结束、承载线路和费用。确认邮箱的验证码和链接只保存散列值，使用后或一天后失效；一周内无人确认邮箱的账户会被关闭，其姓名和邮箱会被清除。为了让每人只获得一次试用金，还保存邮箱、浏览器和银行卡的散列值。',
  privacyNotTitle: '不保存的内容',
  privacyNot:
    '通话内容不会被录音或监听。这些页面没有跟踪器、广告，也没有其他公司的字体或脚本。你拨打的人永远看不到你的网络地址。',
  privacyBrowserTitle: '在你的浏览器中',
  privacyBrowser:
    '本地存储中的令牌和只有我们服务器能读取的 Cookie 使你保持登录；所选配色和语言也保存在旁边。退出登录会移除令牌。另有一个保存 400 天的 Cookie，表明此浏览器曾开过账户，以便试用金只发放一次。',
  privacyOthersTitle: '还有谁能看到',
  privacyOthers: '完成通话的运营商能看到你拨打和显示的号码。此 Farline 的运营者能看到上述记录。',
};
