"""OpenStack Swift (Debian's python3-swift) with its S3 API, on loopback: its four servers in one process, and a ring of one device.

Usage: swift-server.py FOLDER PORT ACCESS_KEY SECRET_KEY; port 0: a free one, which is printed. It ends with its standard input.
"""
import os
import sys

import eventlet
import eventlet.patcher

eventlet.monkey_patch(os=False)

from eventlet import wsgi
from swift.common import utils

folder, port, access_key, secret_key = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
os.makedirs(os.path.join(folder, 'devices', 'disk'), exist_ok=True)
utils.SWIFT_CONF_FILE = os.path.join(folder, 'swift.conf')
with open(utils.SWIFT_CONF_FILE, 'w') as conf:
    conf.write('[swift-hash]\nswift_hash_path_suffix = test\n')
utils.validate_hash_conf()

from swift.account.server import AccountController
from swift.common.ring import RingBuilder
from swift.common.storage_policy import reload_storage_policies
from swift.common.wsgi import loadapp
from swift.container.server import ContainerController
from swift.obj.server import ObjectController

reload_storage_policies()
settings = {'devices': os.path.join(folder, 'devices'), 'swift_dir': folder, 'mount_check': 'false', 'log_level': 'ERROR'}
null = utils.NullLogger()


class Cache:
    """What memcached is to Swift, for one process."""

    def __init__(self):
        self.kept = {}

    def get(self, key, **_):
        return self.kept.get(key)

    def set(self, key, value, **_):
        self.kept[key] = value

    def delete(self, key, **_):
        self.kept.pop(key, None)

    def incr(self, key, delta=1, **_):
        self.kept[key] = int(self.kept.get(key, 0)) + delta
        return self.kept[key]


def serve(app, at):
    eventlet.spawn(wsgi.server, at, app, null)


for kind, controller in (('account', AccountController), ('container', ContainerController), ('object', ObjectController)):
    listening = eventlet.listen(('127.0.0.1', 0))
    ring = RingBuilder(0, 1, 0)
    ring.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': listening.getsockname()[1], 'device': 'disk', 'weight': 1})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, kind + '.ring.gz'))
    serve(controller(settings), listening)

proxy = os.path.join(folder, 'proxy.conf')
with open(proxy, 'w') as conf:
    conf.write(f'''[DEFAULT]
swift_dir = {folder}
log_level = ERROR
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_{access_key.replace(":", "_")} = {secret_key} .admin
''')

def end_with_input():
    os.read(0, 1)
    os._exit(0)


# A thread of the machine's, not of eventlet's: this read keeps nothing else waiting.
eventlet.patcher.original('threading').Thread(target=end_with_input, daemon=True).start()
public = eventlet.listen(('127.0.0.1', port), reuse_port=False)
print('port', public.getsockname()[1], flush=True)
app, cache = loadapp(proxy, global_conf={'log_name': 'proxy'}), Cache()
wsgi.server(public, lambda env, start: app({**env, 'swift.cache': cache}, start), null)
