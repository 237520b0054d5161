export const callerDoubt = {
  failed_check: '可能是伪造的：运营商核验过此号码，它不属于来电者。',
  called_number: '可能是伪造的：这正是被拨打的号码。',
  own_number: '可能是伪造的：此号码属于这里的某人，而对方现在并未拨出电话。',
  no_such_number: '可能是伪造的：不存在这样的号码。',
  neighbour: '可能是伪造的：它与你的号码只有末几位不同，而你不认识它。',
  blocked: '你已屏蔽此号码。',
};
