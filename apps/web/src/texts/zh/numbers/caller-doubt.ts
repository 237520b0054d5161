export const callerDoubt = {
  failed_check: '疑似伪造：运营商核验过此号码，它不属于来电者。',
  called_number: '疑似伪造：来电号码正是被拨打的号码。',
  own_number: '疑似伪造：此号码属于本服务的用户，而对方现在并未拨出电话。',
  no_such_number: '疑似伪造：不存在这样的号码。',
  neighbour: '疑似伪造：它与你的号码只有末几位不同，而你并不认识它。',
  blocked: '你已屏蔽此号码。',
};
